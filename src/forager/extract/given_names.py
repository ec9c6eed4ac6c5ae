"""Common given names: enough to tell a person from a title-cased phrase; no name gets an identity from it."""

from __future__ import annotations

from forager.extract.wordlist import word_set

GIVEN_NAMES: frozenset[str] = word_set(
    """
    aaron abigail adam adrian ahmed aisha alan albert alejandro alex alexander alexandra alexis alfred ali alice
    alicia alison amanda amber amelia amina amit amy ana andrea andreas andrew andy angela anita ann anna anne
    annette anthony antonio anton april arjun arthur ashley astrid audrey ava barbara beatrice ben benjamin
    bernard beth bill birgit bob bradley brandon brenda brian bridget bruce bruno caitlin carl carla carlos
    carmen carol caroline catherine cathy cecilia charles charlotte chen chloe chris christian christina
    christine christoph christopher claire clara claudia colin connor craig cristina cynthia dan dana daniel
    daniela danielle dave david dean deborah debra denis dennis diana diane diego dirk dmitri dominic donald
    donna doris dorothy douglas duncan dylan edith eduardo edward elaine eleanor elena eli elias elisabeth
    elizabeth ella ellen emil emily emma eric erica erik erika ernest esther ethan eva evelyn fabian fatima
    felix fernando fiona florian frances francesca francesco francis frank franz fred frederick gabriel gareth
    gary geoffrey george georgia gerald giulia giovanni gloria gordon grace graham greg gregory guido gustav
    hana hannah hans harold harriet harry hassan heather hector heidi helen helena helga henrik henry holly hugh
    hugo ian ibrahim ida igor ines ingrid irene isaac isabel isabella ivan jack jacob jake jakob james jamie jan
    jane janet janine jason javier jean jeff jeffrey jenna jennifer jenny jeremy jerry jessica jill jim joachim
    joan joana joao joe joel johan johann johanna john johnny jon jonas jonathan jordan jorge jorg jörg jose
    joseph josh joshua joyce juan judith judy julia julian julie jun jürgen justin kamal karen karin karl
    karolina kate katharina katherine kathleen kathryn katja keith kelly ken kenneth kenji kevin kim klaus
    kristina kurt kyle lara lars laura lauren lea lee leila lena leo leon leonard leonie leslie lewis li liam
    lidia lily linda lisa liz lorenzo louis louise luca lucas lucia lucy luis luisa luke lydia lynn magdalena
    manuel marc marco marcus margaret maria marie marina mario marion mark markus marta martha martin martina
    mary mateo mathias matt matteo matthew matthias maurice max maya megan mehmet mei melanie melissa mia
    michael michaela michel michelle miguel mike milan miriam mohamed mohammed molly monica monika morgan nadia
    nancy naomi natalia natalie natasha nathan neha neil nicholas nick nicola nicolas nicole nikolai nina noah
    nora norman olga oliver olivia omar oscar otto owen pablo pamela paola pat patricia patrick paul paula
    pauline pedro peggy peter petra philip philipp phillip pierre piotr priya rachel rafael rahul raj ralph
    ramon raquel raymond rebecca regina renate rene ricardo richard rita rob robert roberta roberto robin
    rodrigo roger roland roman ron ronald rosa rose ross roy ruben rupert russell ruth ryan sabine sally sam
    samantha samir samuel sandra sanjay sara sarah scott sean sebastian serge sergei sergio sharon shaun sheila
    shirley silvia simon sofia sonia sonja sophia sophie stefan stefanie stella stephanie stephen steve steven
    stuart sue sunil susan susanne suzanne sven svetlana sylvia tamara tania tanja tanya tara tatiana ted teresa
    terry theo theresa thomas thorsten tim timothy tina tobias todd tom tomas tomás tomasz tony tracy tyler
    ulrich ulrike ursula uwe valentina valerie vanessa vera veronica victor victoria vijay viktor vincent viola
    virginia vivian vladimir walter wanda wei wendy werner will william wolfgang xavier yasmin yuki yusuf yvonne
    zoe zoltan
    """
)
