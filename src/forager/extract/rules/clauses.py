"""Rules for the clauses of contracts and the payment lines of invoices: patterns over the readable words of a sentence.

Such sentences are too long for patterns over word classes; their wording is fixed by custom. In a pattern ``<value:KIND>``
stands for a value of a kind of ``FIELDS``; ``<attribute:TERM>`` for words that name the attribute. Everything else is a
regular expression in which letters match in either case; a rule without ``attribute`` names it in its pattern.
"""

from __future__ import annotations

from forager.extract.rule import Example, Rule
from forager.model.document import Zone
from forager.model.statement import ItemType

_ZONES = (Zone.PARAGRAPH, Zone.ITEM, Zone.KEY_VALUE)
_NUMBER = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen|\d{1,3})"
)
_SUM = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d\d?)?"
_NAME = r"(?-i:[A-Z][\w&.'\u2019-]*(?:,? (?:(?:of|and|the|&) )?[A-Z][\w&.'\u2019-]*){0,7})"
_PLACE = (
    r"(?-i:(?:(?:State|Commonwealth|Province|Republic|Federal Republic|Kingdom|Canton|District) of )?"
    r"[A-Z][\w'\u2019-]+(?: (?:(?:and|of) )?[A-Z][\w'\u2019-]+){0,4})"
)
_AREA = r"(?-i:[A-Z][\w'\u2019-]*(?:,? (?:(?:and|of) ){0,2}[A-Z][\w'\u2019-]*){0,8})"

FIELDS: dict[str, str] = {
    "DATE": (
        r"(?:\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9},? \d{4}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{4}-\d\d-\d\d"
        r"|\d{1,2}[./]\d{1,2}[./]\d{4})"
    ),
    "SPAN": rf"(?:(?:[a-z]+[ -]){{0,2}}[a-z]+ \(\d{{1,3}}\)|{_NUMBER})[ -](?:(?:business|calendar|working|banking) )?(?:day"
    rf"|week|month|year)s?",
    "SHARE": r"(?:(?:[a-z]+[ -]){0,4}percent \(\d+(?:\.\d+)? ?%\)|\d+(?:\.\d+)? ?(?:%|percent|per cent))",
    "MONEY": rf"(?:(?:USD|EUR|GBP|CHF|CAD|AUD) ?[$€£]?{_SUM}|[$€£] ?{_SUM}|{_SUM} ?(?:USD|EUR|GBP|CHF))",
    "PLACE": _PLACE,
    "COURTS": rf"(?:the |any )?(?:(?:state|federal|competent|local|commercial|district)(?:,? (?:and|or))? ){{0,3}}courts?"
    rf" (?:located |sitting |situated )?(?:in|of) (?:the )?{_AREA}",
    "AMOUNT": r"[^;]{3,240}?(?=,? or,? if\b|;|\.$|\. |$)",
    "NAME": _NAME,
    "TERM": r"(?-i:[A-Z][\w ]{2,30} [Dd]ate)",
    "SUM": r"(?:[a-z]+ ){0,3}(?:fee|deposit|retainer|penalty|premium|royalty|surcharge|commission|service credit|rent)",
    "LEVEL": r"(?:[a-z]+ ){0,2}(?:uptime|availability|occupancy|response rate|success rate)",
    "LAW": rf"{_PLACE} law",
    "IBAN": r"(?-i:[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)\b",
    "BIC": r"(?-i:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b",
    "CODE": r"(?-i:[A-Z]{2} ?[A-Z0-9][A-Z0-9 ]{5,14}[A-Z0-9])\b",
}
"""What a value or an attribute of each kind looks like."""

_CONTRACT = r"\b(?:agreement|lease|contract|deed|amendment|addendum|licen[cs]e|terms|statement of work)\b"


def _clause(
    name: str,
    attribute: str,
    pattern: str,
    examples: tuple[Example, ...],
    counter: tuple[str, ...],
    type_: ItemType = ItemType.FACT,
) -> Rule:
    return Rule(name, "B", "clause", pattern, examples, counter, type_, zones=_ZONES, attribute=attribute)


CLAUSE_RULES: tuple[Rule, ...] = (
    _clause(
        "agreement effective as of",
        "effective_date",
        _CONTRACT + r"[^.;]{0,60}?\b(?:entered into|effective)(?: as of| on| from)? <value:DATE>",
        (
            Example(
                'This Supply Agreement (the "Agreement") is entered into as of 4 May 2025 between:',
                "",
                "effective_date",
                "2025-05-04",
            ),
        ),
        ("The agreement was discussed on 4 May 2025.", "We entered into talks on 4 May 2025."),
        ItemType.EVENT,
    ),
    _clause(
        "agreement made on",
        "signature_date",
        _CONTRACT + r"[^.;]{0,60}?\b(?:is|was|are)? ?(?:made|executed|dated|concluded)(?: as of| on| this)? <value:DATE>",
        (Example("This Deed is made on 9 June 2024 between Ash Ltd and Elm Ltd.", "", "signature_date", "2024-06-09"),),
        ("The terms were made public on 9 June 2024.",),
        ItemType.EVENT,
    ),
    _clause(
        "dated term means",
        "",
        r"[\"\u201c]<attribute:TERM>[\"\u201d] (?:means|is|shall mean) <value:DATE>",
        (Example('"Commencement Date" means 2 January 2025;', "", "start_date", "2025-01-02"),),
        ('"Commencement Date" means the date on which the works begin.',),
        ItemType.DEFINITION,
    ),
    _clause(
        "agreement ends on",
        "end_date",
        r"\b(?:lease|agreement|contract|term|licen[cs]e|subscription)\b[^.;]{0,160}?\b(?:terminating|expiring|ending|(?:shall "
            r"|will )?(?:terminate|expire|end)s?)(?: on)? <value:DATE>",
        (
            Example(
                "The Lease shall run for a period of two years, terminating on 31 May 2027.", "", "end_date", "2027-05-31"
            ),
        ),
        ("The lease ended a dispute that began on 31 May 2027.",),
    ),
    _clause(
        "agreement starts on",
        "start_date",
        r"\b(?:lease|agreement|contract|term|licen[cs]e|subscription)\b[^.;]{0,60}?\b(?:commenc(?:es?|ing)|begins?"
            r"|starts?)(?: on)? <value:DATE>",
        (
            Example(
                "This Lease shall commence on 1 June 2025, and shall continue for a period of two years.",
                "",
                "start_date",
                "2025-06-01",
            ),
        ),
        ("The lease office moved; work commences at dawn.",),
    ),
    _clause(
        "agreement remains in force for",
        "term",
        r"(?:\b(?:agreement|lease|contract|term|licen[cs]e|subscription|deed)\b[^.;]{0,120}?\b(?:remains?|continues?|be"
            r"|is)\b[^.;]{0,50}?\bfor"
        r"(?: an?| the)?(?: (?:initial|fixed|minimum))?(?: (?:term|period) of)?|\b(?:initial|minimum|fixed) (?:term"
            r"|period) of) <value:SPAN>",
        (
            Example(
                "This Agreement shall remain in effect for a period of three (3) years from signature.", "", "term", "P3Y"
            ),
            Example(
                "The Vendor shall host the Service for an initial term of twenty-four (24) months.", "", "term", "P2Y"
            ),
        ),
        ("The agreement was debated for three years.", "For two years after termination, neither party shall hire."),
    ),
    _clause(
        "renews for",
        "renewal_term",
        r"\brenew\w*\b[^.;]{0,60}?\b(?:successive|additional|further|consecutive|subsequent) (?:(?:terms?|periods?) of )?<value:SPAN>",
        (
            Example(
                "The Contract shall automatically renew for successive periods of one (1) year each.",
                "",
                "renewal_term",
                "P1Y",
            ),
        ),
        ("The Contract is renewed whenever both sides agree.",),
    ),
    _clause(
        "notice of",
        "notice_period",
        r"\b<value:SPAN>['\u2019]?s? (?:prior |advance |previous )?(?:written )?(?:prior )?notice\b(?! (?:that|how))",
        (
            Example(
                "Either party may terminate this Agreement upon sixty (60) days' prior written notice.",
                "",
                "notice_period",
                "P60D",
            ),
            Example("The Supplier may raise prices with 30 days' notice.", "", "notice_period", "P30D"),
        ),
        ("After ten days, notice how quiet it is.", "The notice hung there for three weeks."),
    ),
    _clause(
        "notice before the end",
        "notice_period",
        r"\bnotice\b(?! (?:that|how))[^.;]{0,60}?\b(?:at least|not less than|no less than|no later than"
            r"|not later than) <value:SPAN> (?:before|prior to)\b",
        (
            Example(
                "The term is extended unless a party gives notice of non-renewal at least ninety (90) days before its end.",
                "",
                "notice_period",
                "P90D",
            ),
        ),
        ("Notice that the market closes at least two days before the feast.",),
    ),
    _clause(
        "governed by the law of",
        "governing_law",
        r"\bgoverned(?: exclusively)? by(?:,? and (?:shall be )?(?:construed"
            r"|interpreted)(?: and enforced)?(?: in accordance with| under),?)?"
        r" (?:the )?(?:substantive |internal )?laws? (?:in force in|of) (?:the )?<value:PLACE>",
        (
            Example(
                "This Agreement shall be governed by and construed in accordance with the laws of the State of Oregon.",
                "",
                "governing_law",
                "state of oregon",
            ),
            Example("The Contract is governed by the law of Scotland.", "", "governing_law", "scotland"),
        ),
        ("The motion is governed by the laws of physics.", "The base is governed by the law."),
    ),
    _clause(
        "governed by a law named",
        "governing_law",
        r"\bgoverned(?: exclusively)? by(?:,? and (?:shall be )?(?:construed"
            r"|interpreted)(?: and enforced)?(?: in accordance with| under),?)?"
        r" <value:LAW>\b",
        (Example("These Terms shall be governed by Swiss law.", "", "governing_law", "swiss law"),),
        ("The court is governed by strict law.",),
    ),
    _clause(
        "courts have jurisdiction",
        "jurisdiction",
        r"\bcourts? of (?:the )?<value:PLACE>[^.;]{0,20}? (?:shall |will )?ha(?:ve|s) (?:the )?(?:sole |exclusive "
            r"|non-exclusive )?jurisdiction\b",
        (
            Example(
                "The courts of Northern Ireland shall have exclusive jurisdiction to settle any claim.",
                "",
                "jurisdiction",
                "northern ireland",
            ),
        ),
        ("The courts of appeal have jurisdiction.",),
    ),
    _clause(
        "jurisdiction of courts",
        "jurisdiction",
        r"\bjurisdiction(?: and venue)? of <value:COURTS>",
        (
            Example(
                "Each party submits to the exclusive jurisdiction of the state and federal courts located in Portland, Oregon.",
                "",
                "jurisdiction",
                "the state and federal courts located in portland, oregon",
            ),
        ),
        ("The jurisdiction of the courts is disputed.",),
    ),
    _clause(
        "brought in courts",
        "jurisdiction",
        r"\b(?:brought|resolved|settled|litigated)(?: exclusively| only| solely)? in <value:COURTS>",
        (
            Example(
                "Any action shall be brought exclusively in the courts of Geneva.",
                "",
                "jurisdiction",
                "the courts of geneva",
            ),
        ),
        ("The matter was settled in court.",),
    ),
    _clause(
        "liability does not exceed",
        "liability_cap",
        r"(?:\bliability\b[^;]{0,400}?\b(?:not|never) exceed|\bin no event\b[^;]{0,200}?\bliability\b[^;]{0,300}?\bexceed"
        r"|\bliability\b[^.;]{0,200}?\b(?:is|be) limited to) (?:an amount equal to )?<value:AMOUNT>",
        (
            Example(
                "The Vendor's total liability under this Agreement shall not exceed the fees paid in the past year.",
                "",
                "liability_cap",
                "the fees paid in the past year",
            ),
        ),
        ("Liability is not limited.", "The price shall not exceed the budget."),
    ),
    _clause(
        "paid within",
        "payment_term",
        r"\b(?:pays?|paid|payable|payments?|transfer)\b(?! (?:shall|will|may) be (?:made|given) notice)[^.;:]{0,70}?\b(?:within"
            r"|in) <value:SPAN>(?= (?:of|after|from|following|to)\b|[.,;]|$)",
        (
            Example("The Buyer shall pay each invoice within thirty (30) days of receipt.", "", "payment_term", "P30D"),
            Example("Payment due within 30 days of invoice date.", "", "payment_term", "P30D"),
        ),
        ("The Buyer shall object within ten days.",),
    ),
    _clause(
        "net days",
        "payment_term",
        r"^(?:payment terms?:? )?net <value:SPAN>",
        (Example("Net 30 days, no discount is given on this invoice.", "", "payment_term", "P30D"),),
        ("Net gains came after 30 days.",),
    ),
    _clause(
        "interest at",
        "interest_rate",
        r"\binterest\b[^.;]{0,80}?\b(?:rate of|at) <value:SHARE>",
        (
            Example(
                "Late sums bear interest at the rate of two percent (2%) per month until paid.", "", "interest_rate", "2"
            ),
        ),
        ("Interest in the talk was shown by 40% of readers.",),
    ),
    _clause(
        "sum named",
        "",
        r"\b(?:an?|the|of) <attribute:SUM>(?: for [^.;,]{3,60}?)? (?:of|is|equal to|amounting to) (?:up to )?<value:MONEY|SHARE>",
        (
            Example("Tenant shall pay a security deposit of $2,400.00 on signature.", "", "deposit", "USD 2400"),
            Example("A rent of EUR 1,200, due each month, is agreed.", "", "rent", "EUR 1200"),
        ),
        ("The fee is due.",),
    ),
    _clause(
        "sum does not exceed",
        "",
        r"\b<attribute:SUM> (?:shall|may|must|will|can) ?not,?(?: however,| in any case,?)? exceed <value:MONEY|SHARE>",
        (
            Example("The total penalty shall not, however, exceed 4% of the price.", "", "penalty_cap", "4"),
            Example("The monthly fee may not exceed EUR 300.", "", "fee_cap", "EUR 300"),
        ),
        ("The fee did not exceed EUR 300.", "The fee shall exceed EUR 300."),
        ItemType.REQUIREMENT,
    ),
    _clause(
        "level of at least",
        "",
        r"\b(?:an?|the) <attribute:LEVEL> (?:of|is) (?:not less than |at least |no less than )?<value:SHARE>",
        (Example("The Provider shall keep a monthly uptime of at least 98%, holidays excluded.", "", "availability", "98"),),
        ("The uptime is low.",),
    ),
    _clause(
        "notice period of",
        "notice_period",
        r"\bnotice period (?:of|is|shall be) (?:at least |not less than )?<value:SPAN>",
        (Example("Either party may terminate with a notice period of 60 days.", "", "notice_period", "P60D"),),
        ("A notice period is given in the annex.",),
    ),
    _clause(
        "party described",
        "party",
        r"<value:NAME>,? (?:an?|the) [^;()\u201c\"]{0,120}?\b(?:corporation|company|partnership|association|incorporated"
            r"|organi[sz]ed|registered|charity|foundation|institution)\b"
        r"[^;()\u201c\"]{0,260}?\((?:the |each,? an? |hereinafter,? (?:the )?)?[\"\u201c][A-Z][\w ]{1,30}",
        (
            Example(
                'This Agreement is between Larch Mills, Inc., an Oregon corporation ("Seller"), and the buyer below.',
                "",
                "party",
                "larch mills, inc.",
            ),
        ),
        ("Larch Mills, a company with a long history, sells timber.",),
    ),
    _clause(
        "party between",
        "party",
        r"\b(?:between|and) <value:NAME> \((?:the )?[\"\u201c][A-Z][\w ]{1,30}[\"\u201d]\)",
        (
            Example(
                'This Lease is made between Ida Brandt (the "Landlord") and Cedar House Ltd (the "Tenant").',
                "",
                "party",
                "ida brandt",
            ),
        ),
        ("The match between Leeds (the hosts) and York was drawn.",),
    ),
    _clause(
        "bank account",
        "iban",
        r"\bIBAN:? <value:IBAN>",
        (Example("Pay to IBAN: DE89370400440532013000 BIC: COBADEFFXXX.", "", "iban", "de89370400440532013000"),),
        ("The IBAN is on the invoice.",),
    ),
    _clause(
        "bank code",
        "bic",
        r"\b(?:BIC|SWIFT)(?: code)?:? <value:BIC>",
        (Example("Pay to IBAN: DE89370400440532013000 BIC: COBADEFFXXX.", "", "bic", "cobadeffxxx"),),
        ("The BIC is on the invoice.",),
    ),
    _clause(
        "tax number",
        "tax_id",
        r"\b(?:VAT|tax|GST)(?: registration)? (?:ID|number|no\.?):? <value:CODE>",
        (Example("VAT ID NL123456789B01", "", "tax_id", "nl123456789b01"),),
        ("The VAT number is missing.",),
    ),
)  # fmt: skip
"""Tier B: in the order of trying; a value is taken once."""
