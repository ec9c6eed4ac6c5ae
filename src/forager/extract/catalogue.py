"""The attribute catalogue: what organisations say about their things, as data (design notes, sections 6 and 10).

Each row: key, labels (nouns that name the attribute), verbs that state it, kinds of value, whether a subject has one value
at a time, and the class of subject it fits. Labels and verbs are written in lower case with single spaces, "|" between them;
a hyphen in a text counts as a space. Verbs are lemmas followed by fixed words ("go live", "take place").
"""

from __future__ import annotations

from dataclasses import dataclass

from forager.model.statement import ValueKind as Kind


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of the catalogue. ``subject`` is project, contract, system, product, organization, person, document or any."""

    key: str
    labels: tuple[str, ...]
    verbs: tuple[str, ...]
    kinds: tuple[Kind, ...]
    single_valued: bool
    subject: str = "any"


def _row(key: str, labels: str, verbs: str, kinds: tuple[Kind, ...], single: bool, subject: str = "any") -> Attribute:
    return Attribute(key, _list(labels), _list(verbs), kinds, single, subject)


def _list(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split("|") if word.strip())


_DATE = (Kind.DATE,)
_TIME = (Kind.DURATION, Kind.QUANTITY)
_MONEY = (Kind.MONEY,)
_AMOUNT = (Kind.QUANTITY, Kind.PERCENTAGE)
_SHARE = (Kind.PERCENTAGE,)
_WHO = (Kind.PERSON, Kind.ORGANIZATION, Kind.TEXT)
_ORG = (Kind.ORGANIZATION, Kind.TEXT)
_TEXT = (Kind.TEXT,)
_ENUM = (Kind.ENUM, Kind.TEXT)

CATALOGUE: tuple[Attribute, ...] = (
    # Dates of projects, products and events
    _row(
        "launch_date",
        "launch date|launch day|go live date|go live|golive|go live day|rollout date",
        "launch|go live|roll out",
        _DATE,
        True,
        "project",
    ),
    _row(
        "release_date",
        "release date|publication of the release|general availability|ga date|ship date|shipping date",
        "release|ship",
        _DATE,
        True,
        "product",
    ),
    _row(
        "start_date",
        "start date|starting date|commencement date|kick off date|kickoff date|begin date|commencement|effective start",
        "start|begin|commence|kick off",
        _DATE,
        True,
    ),
    _row(
        "end_date",
        "end date|ending date|finish date|expiry date|expiration date|expiry|termination date",
        "end|finish|expire|conclude|terminate|run out",
        _DATE,
        True,
    ),
    _row("due_date", "due date|due|due by|due on|payment due date", "", _DATE, True),
    _row("deadline", "deadline|cut off date|cutoff date|closing date for submissions|submission date", "", _DATE, True),
    _row(
        "delivery_date",
        "delivery date|handover date|hand over date|date of delivery",
        "deliver|hand over|arrive",
        _DATE,
        True,
    ),
    _row("completion_date", "completion date|date of completion|target completion", "complete", _DATE, True, "project"),
    _row("closing_date", "closing date|close date|closing", "close", _DATE, True),
    _row(
        "freeze_date",
        "code freeze date|code freeze|feature freeze|design freeze date|freeze date",
        "",
        _DATE,
        True,
        "project",
    ),
    _row(
        "effective_date",
        "effective date|date of effect|valid from|in force since|effective from",
        "take effect|come into force|enter into force",
        _DATE,
        True,
        "contract",
    ),
    _row("valid_until", "valid until|validity|valid to|valid through", "", _DATE, True, "contract"),
    _row(
        "signature_date",
        "signature date|date of signature|signing date|date signed|signed on",
        "sign",
        _DATE,
        True,
        "contract",
    ),
    _row("approval_date", "approval date|date of approval|date approved|approved on", "", _DATE, True),
    _row("review_date", "review date|next review|next review date|date of next review", "", _DATE, True, "document"),
    _row("meeting_date", "meeting date|date of the meeting|date of meeting", "take place", _DATE, False, "event"),
    _row(
        "migration_date", "migration date|cutover date|cut over date|switchover date", "migrate", _DATE, True, "system"
    ),
    _row(
        "founding_date",
        "founding date|date of incorporation|founded|established",
        "found|establish|incorporate",
        _DATE,
        True,
        "organization",
    ),
    _row("birth_date", "date of birth|birth date|born", "", _DATE, True, "person"),
    _row(
        "date",
        "date|document date|date of issue|issue date|issued|last updated|last modified|updated",
        "",
        _DATE,
        False,
        "document",
    ),
    _row("invoice_date", "invoice date", "", _DATE, True, "document"),
    _row("milestone", "milestone|milestones", "", (Kind.DATE, Kind.TEXT), False, "project"),
    # Spans of time
    _row("duration", "duration|length of time|running time", "last|take", _TIME, True),
    _row(
        "term",
        "contract term|term|term of the agreement|initial term|contract period|term of",
        "",
        _TIME,
        True,
        "contract",
    ),
    _row("renewal_term", "renewal term|renewal period|extension period", "", _TIME, False, "contract"),
    _row("notice_period", "notice period|period of notice|termination notice", "", _TIME, True, "contract"),
    _row(
        "payment_term",
        "payment terms|payment term|terms of payment|payment period",
        "",
        (Kind.DURATION, Kind.QUANTITY, Kind.TEXT),
        True,
        "contract",
    ),
    _row("warranty_period", "warranty period|warranty|guarantee period", "", _TIME, True, "product"),
    _row(
        "retention_period",
        "retention period|retention|retention time|data retention|storage period",
        "retain|keep",
        _TIME,
        True,
        "system",
    ),
    _row("response_time", "response time|reaction time", "", _TIME, True, "system"),
    _row("latency", "latency", "", _TIME, False, "system"),
    _row("resolution_time", "resolution time|time to resolve|fix time", "", _TIME, True, "system"),
    _row("recovery_time", "recovery time objective|recovery time|rto", "", _TIME, True, "system"),
    _row("recovery_point", "recovery point objective|recovery point|rpo", "", _TIME, True, "system"),
    _row("timeout", "timeout|time out|request timeout|session timeout", "", _TIME, True, "system"),
    _row("lead_time", "lead time|delivery time|turnaround time|processing time", "", _TIME, False),
    _row(
        "backup_window",
        "maintenance window length|backup window length|downtime|outage duration",
        "",
        _TIME,
        False,
        "system",
    ),
    _row(
        "annual_leave",
        "annual leave entitlement|annual leave|vacation entitlement|holiday entitlement|paid leave",
        "",
        _TIME,
        True,
        "organization",
    ),
    _row(
        "working_hours",
        "working hours|weekly hours|hours per week|working time",
        "",
        (Kind.DURATION, Kind.QUANTITY, Kind.TEXT),
        False,
        "person",
    ),
    # Money
    _row("budget", "budget|project budget|total budget", "", _MONEY, True, "project"),
    _row("cost", "cost|costs|total cost|total costs|expense|expenses|spend|expenditure", "cost", _MONEY, True),
    _row("price", "price|unit price", "sell", _MONEY, True, "product"),
    _row("list_price", "list price|catalogue price", "", _MONEY, True, "product"),
    _row("purchase_price", "purchase price|cost price", "", _MONEY, False, "product"),
    _row("retail_price", "retail price|recommended retail price", "", _MONEY, True, "product"),
    _row(
        "contract_value",
        "contract value|contract sum|contract price|value of the contract|order value|deal value",
        "",
        _MONEY,
        True,
        "contract",
    ),
    _row(
        "amount_due",
        "amount due|total due|balance due|invoice total|invoice amount|amount payable|grand total",
        "",
        _MONEY,
        True,
        "document",
    ),
    _row(
        "fee", "fee|fees|monthly fee|annual fee|licence fee|license fee|subscription fee", "", _MONEY, False, "contract"
    ),
    _row("rent", "rent|monthly rent|annual rent|lease payment", "", _MONEY, False, "contract"),
    _row("hourly_rate", "hourly rate|day rate|daily rate", "", _MONEY, True),
    _row("salary", "salary|base salary|annual salary|wage", "", _MONEY, True, "person"),
    _row("revenue", "revenue|turnover|sales revenue|net sales", "", _MONEY, True, "organization"),
    _row("profit", "profit|net profit|operating profit|net income|ebitda", "", _MONEY, True, "organization"),
    _row("funding", "funding|grant amount|investment|funding amount", "", _MONEY, True, "project"),
    _row(
        "penalty",
        "penalty|contractual penalty|late fee|service credit",
        "",
        (Kind.MONEY, Kind.PERCENTAGE),
        False,
        "contract",
    ),
    _row("deposit", "deposit|security deposit|down payment", "", _MONEY, True, "contract"),
    _row(
        "liability_cap",
        "liability cap|cap on liability|limitation of liability|limit of liability|maximum liability|aggregate liability",
        "",
        (Kind.MONEY, Kind.PERCENTAGE, Kind.TEXT),
        False,
        "contract",
    ),
    _row("subtotal", "subtotal|sub total|net amount|net total|amount before tax", "", _MONEY, True, "document"),
    _row(
        "tax_amount",
        "tax|vat|tax amount|vat amount|sales tax|value added tax|gst|total tax|total vat",
        "",
        (Kind.MONEY, Kind.PERCENTAGE),
        False,
        "document",
    ),
    _row("discount", "discount|rebate", "", (Kind.PERCENTAGE, Kind.MONEY), False, "contract"),
    # Counts, shares and measures
    _row(
        "headcount",
        "headcount|head count|number of employees|team size|staff count|staffing|number of staff",
        "employ",
        _AMOUNT,
        True,
        "organization",
    ),
    _row("user_count", "number of users|user count|active users|concurrent users", "", _AMOUNT, False, "system"),
    _row("quantity", "quantity|qty|number of units", "", _AMOUNT, True, "product"),
    _row("capacity", "capacity|battery capacity|storage capacity|maximum load|payload", "", _AMOUNT, False),
    _row("size", "size|file size|archive size|floor area|area", "cover|measure", (Kind.QUANTITY,), True),
    _row("weight", "weight|mass", "weigh", (Kind.QUANTITY,), True, "product"),
    _row("length", "length", "", (Kind.QUANTITY, Kind.DURATION), True, "product"),
    _row("width", "width", "", (Kind.QUANTITY,), True, "product"),
    _row("height", "height", "", (Kind.QUANTITY,), True, "product"),
    _row("memory", "memory|ram|main memory", "", (Kind.QUANTITY,), True, "system"),
    _row("storage", "storage|disk space|disk size", "", (Kind.QUANTITY,), True, "system"),
    _row("power", "power|power rating|rated power|horsepower", "", (Kind.QUANTITY,), True, "product"),
    _row("power_consumption", "power consumption|power draw", "", (Kind.QUANTITY,), False, "product"),
    _row("speed", "speed|top speed|maximum speed", "", (Kind.QUANTITY,), True, "product"),
    _row("throughput", "throughput|request rate|transaction rate", "", _AMOUNT, True, "system"),
    _row(
        "temperature", "temperature|operating temperature|storage temperature", "", (Kind.QUANTITY,), False, "product"
    ),
    _row("availability", "availability|uptime|availability target|service availability", "", _SHARE, True, "system"),
    _row("error_rate", "error rate|failure rate|defect rate", "", _AMOUNT, True, "system"),
    _row("coverage", "test coverage|code coverage|coverage", "", _SHARE, True, "system"),
    _row("progress", "progress|percent complete|completion rate|completion", "", _SHARE, True, "project"),
    _row("interest_rate", "interest rate|rate of interest", "", _SHARE, True, "contract"),
    _row("tax_rate", "vat rate|tax rate|rate of vat|rate of tax", "", _SHARE, True),
    _row("growth", "growth|growth rate|year on year growth", "", _SHARE, False, "organization"),
    _row("market_share", "market share", "", _SHARE, True, "organization"),
    # Who
    _row(
        "owner",
        "owner|product owner|system owner|service owner|owned by",
        "",
        _WHO,
        True,
    ),
    _row("process_owner", "process owner", "", _WHO, True),
    _row("data_owner", "data owner|information owner", "", _WHO, True, "system"),
    _row("business_owner", "business owner", "", _WHO, True),
    _row(
        "project_manager",
        "project manager|programme manager|program manager|project lead|project leader|project management",
        "",
        _WHO,
        True,
        "project",
    ),
    _row("manager", "manager|line manager|head|run by|managed by", "", _WHO, True),
    _row("delivery_manager", "delivery manager|delivery lead", "", _WHO, True, "project"),
    _row("sponsor", "sponsor|project sponsor|executive sponsor", "", _WHO, True, "project"),
    _row("architect", "architect|lead architect|solution architect", "", _WHO, False, "project"),
    _row("technical_lead", "technical lead|tech lead|lead engineer|lead developer", "", _WHO, False, "project"),
    _row(
        "responsible",
        "responsible|responsible person|assignee|assigned to|responsible party|in charge",
        "",
        _WHO,
        True,
    ),
    _row("accountable", "accountable|accountable person", "", _WHO, True),
    _row("contact", "contact|contact person|point of contact|technical contact", "", _WHO, False),
    _row("approver", "approver|approved by|authorised by|authorized by", "", _WHO, False, "document"),
    _row(
        "author",
        "author|authors|prepared by|written by|drafted by|minutes taken by|taken by|compiled by",
        "",
        _WHO,
        False,
        "document",
    ),
    _row("reviewer", "reviewer|reviewed by|checked by", "", _WHO, False, "document"),
    _row("chair", "chair|chairperson|chaired by|chairman|chairwoman", "", _WHO, True, "document"),
    _row(
        "attendees",
        "attendees|participants|present|in attendance|attended by|on the call",
        "",
        _TEXT,
        False,
        "document",
    ),
    _row("supplier", "supplier|vendor|provider|contractor|service provider|manufacturer", "", _WHO, False),
    _row(
        "customer", "customer|client|buyer|purchaser|bill to|billed to|sold to|invoice to", "", _WHO, False, "contract"
    ),
    _row(
        "party",
        "party|parties|party a|party b|first party|second party|contracting party|landlord|tenant|licensor|licensee|lessor|lessee",
        "",
        _WHO,
        False,
        "contract",
    ),
    _row("employer", "employer|works for|company", "", _ORG, False, "person"),
    _row("ceo", "ceo|chief executive|chief executive officer|managing director", "", _WHO, True, "organization"),
    _row("cto", "cto|chief technology officer", "", _WHO, True, "organization"),
    _row("role", "role|job title|position|function", "", _TEXT, False, "person"),
    _row("organization", "organization|organisation|employer name|department|affiliation", "", _ORG, False, "person"),
    _row("reports_to", "reports to|line manager of record|supervisor", "", _WHO, True, "person"),
    # Where
    _row("location", "location|place|venue|site|room|address|office", "", _TEXT, False),
    _row("headquarters", "headquarters|head office", "", _TEXT, True, "organization"),
    _row("registered_office", "registered office|registered address", "", _TEXT, True, "organization"),
    _row("region", "region|market|territory|country", "", _TEXT, False),
    _row("governing_law", "governing law|applicable law|choice of law|proper law", "", _TEXT, True, "contract"),
    _row(
        "jurisdiction",
        "jurisdiction|place of jurisdiction|competent court|competent courts",
        "",
        _TEXT,
        False,
        "contract",
    ),
    # State and identity
    _row("status", "status|state|project status|current status", "", _ENUM, True),
    _row("priority", "priority", "", _ENUM, True),
    _row("severity", "severity", "", _ENUM, True),
    _row("classification", "classification|confidentiality|security classification", "", _ENUM, True, "document"),
    _row(
        "version",
        "version|current version|software version|document version|revision|rev|release",
        "",
        (Kind.VERSION, Kind.QUANTITY, Kind.TEXT),
        True,
        "system",
    ),
    _row("licence", "licence|license|licence type|license type", "", _TEXT, True, "product"),
    _row("phase", "phase|stage", "", (Kind.ENUM, Kind.QUANTITY, Kind.TEXT), True, "project"),
    _row("invoice_number", "invoice number|invoice no|invoice no.|invoice id", "", _TEXT, True, "document"),
    _row(
        "tax_id",
        "vat id|vat number|vat no|vat registration number|tax id|tax number|gst number",
        "",
        _TEXT,
        True,
        "organization",
    ),
    _row("iban", "iban|bank account", "", _TEXT, False, "organization"),
    _row("bic", "bic|swift|swift code|bank code", "", _TEXT, False, "organization"),
    _row("order_number", "order number|purchase order|po number|order no", "", _TEXT, True, "document"),
    _row(
        "contract_number",
        "contract number|agreement number|contract no|reference number|reference|ref",
        "",
        _TEXT,
        True,
        "document",
    ),
    _row("sender", "sender|from|sent by", "", _WHO, False, "document"),
    _row("recipient", "recipient|recipients|to|addressee|addressees", "", _WHO, False, "document"),
    _row("copied", "cc|copied|copied to|copy to", "", _WHO, False, "document"),
    _row("blind_copied", "bcc|blind copied", "", _WHO, False, "document"),
    _row("subject", "subject|subject line", "", _TEXT, False, "document"),
    _row("title", "title|document title|subject of the document", "", _TEXT, False, "document"),
    _row("purpose", "purpose|objective|aim", "", _TEXT, False),
    _row("scope", "scope|out of scope|in scope", "", _TEXT, False, "project"),
    _row("requirement", "requirement|requirement id", "", _TEXT, False),
    _row("depends_on", "depends on|dependency|dependencies|prerequisite", "", _TEXT, False),
    _row("replaces", "replaces|successor of|supersedes|replaced product", "", _TEXT, False),
    _row("part_of", "part of|belongs to|parent", "", _TEXT, False),
    _row("next_step", "next step|next steps|next action", "", _TEXT, False),
    _row("risk", "risk|main risk", "", _TEXT, False),
    _row("category", "category|type|kind|class", "", _ENUM, False),
    _row(
        "frequency",
        "frequency|interval|backup frequency|schedule",
        "",
        (Kind.TEXT, Kind.DURATION, Kind.QUANTITY),
        False,
    ),
    _row("port", "port|tcp port|port number", "", (Kind.QUANTITY,), False, "system"),
    _row("hostname", "hostname|host|server name|url|endpoint", "", _TEXT, False, "system"),
    _row("database", "database|database engine", "", _TEXT, False, "system"),
    _row("language", "language|programming language", "", _TEXT, False),
    _row("platform", "platform|operating system", "", _TEXT, False, "system"),
)

DOCUMENT_KEYS: frozenset[str] = frozenset(row.key for row in CATALOGUE if row.subject == "document")
"""Attributes that speak about the document they stand in, whatever the heading above them."""
