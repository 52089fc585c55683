/**
 * Words by which a step reaches beyond the vault, one row a language. Data only: `outward.ts` says where in a step they
 * count. A step may mix languages, so all rows count for every step; a form that is an everyday noun, in its language
 * or another one, is among the `weak`. A word is a pattern, in which `~` stands for the endings of an order or an
 * infinitive, and `-` for those of an infinitive alone.
 */
export interface Language {
  /** Endings for `~`, and for `-`. */
  readonly endings: readonly [string, string];
  /** Forms that tell somebody to reach out, wherever they stand. */
  readonly verbs: string;
  /** Forms that are nouns as well: they count only where a verb stands, at the beginning of an order. */
  readonly weak: string;
  /** Verbs that take part of their meaning from words behind them: `let … know`. Commas part the phrases. */
  readonly phrases: string;
  /** Verbs of work within the vault: an infinitive behind them is what the work is about (`List the bills to pay`). */
  readonly inward: string;
  /** Words that join two orders. */
  readonly joins: string;
  /** Other words behind which an order begins. */
  readonly opens: string;
  /** Words behind which a clause begins that is no order: `Check whether we should pay`. */
  readonly subordinates: string;
  /** Words before an infinitive. */
  readonly to: string;
  /** Words before a noun. */
  readonly before: string;
  /** Nouns that a form above only describes: `call notes`, `pay slip`. Behind it they make it a noun. */
  readonly heads: string;
}

const en: Language = {
  endings: ["", ""],
  verbs:
    "(re)?send (re|pre)?pay reimburse (re)?submit (un)?publish buy donate invite notify inform sell deliver (un)?subscribe enroll? terminate renew withdraw remit (re)?tweet announce apologi[sz]e congratulate thank negotiate rsvp complain sue venmo paypal whatsapp outsource",
  weak: "(re)?post message call phone ring telephone text fax order book reserve reply respond contact invoice bill charge tip share ask tell remind warn alert accept decline request (re)?schedule bid nudge poke settle dispatch sign gift e?mail transfer register ship ping rent wire dm lease hire deposit purchase broadcast refund upload cancel forward transmit lodge",
  phrases:
    "let … know, reach out, get back to, get hold of, get in touch, follow up with|on, write to|back, write … to him|her|them, speak|talk to|with, hand in|over, hand … in, sign up, sign off with, give notice, give … notice|money, give … a call|ring, give … back to, put … online, put … on|for sale, put … in the post, set up an? meeting|call|appointment, arrange an?|the|for, (mak|plac|issu|rais|initiat)e|do|process|lodge … payment|transfer|purchase|donation|deposit|booking|reservation|appointment|call|complaint|bid|order|refund|invoice, make … offer to, open an? ticket|account, close … account, drop … a line|note, drop … off, pass|report|return … to, get … delivered|sent|tickets, get … quotes? from, check in with, touch base, go live, push to, push … live, merge … pull request, post … on|to|online, shared? … with, top up, chip in, fill in … online, apply for|to, file … return|claim|complaint|taxes, answer … email|letter|message|phone, answer him|her|them, confirm … with|to|appointment|booking|reservation|order",
  inward:
    "(re)?read summari[sz]e sum list (re)?draft outline compare note (re)?write prepare collect gather count calculate work find look check review sort translate describe explain extract plan research search make turn shorten edit proofread analy[sz]e think brainstorm decide estimate compute copy convert document track group tag organi[sz]e identify pick choose highlight mark record log merge tidy clean total add create suggest propose rank study learn evaluate assess determine consider clarify index transcribe annotate define design sketch figure understand verify update fill",
  joins: "and then or & plus but so",
  opens:
    "please must should shall will can could would may also now finally first next afterwards otherwise i we you he she they let s go just kindly only both either remember always",
  subordinates:
    "if whether wh(o|om|ose|at|ich|en|ere|y|ile) how that because before after until since unless",
  to: "to",
  before:
    "the an? this that these those my your our his her its their no any some each every all both of for on in at by about from with(out)? into per via as s last next new old open former recent (un)?(read|paid) first second third latest monthly weekly annual yearly phone sales gross net final whole one two three several many which what than between after before during under over re past",
  heads:
    "(note|list|log|template|draft|slip|day|cheque|check|period|order|number|form|folder|record|transcript|script|sheet|thread|cost|fee|price|rate|idea|text|title|plan|detail|value|confirmation|review|time|request|line|guide|document|report|level|app|collection|page|chapter|card|code|signature|archive)s? history rise gap roll stub scale merge address(es)? summary minutes data schedule button shop polic(y|ies) club volume quality design tone notice status box keeping office cent(er|re)",
};

const de: Language = {
  endings: ["(e?n?)", "e?n"],
  verbs:
    "(ver|über)?(sende|schick)~ (bezahl|(ab|nach)?bestell|überweis|begleich|erstatt|reservier|telefonier|stornier|kündig|abonnier|informier|benachrichtig|registrier|kontaktier|veröffentlich|beantrag|beauftrag|vereinbar|verkauf|vermiet|verständig|bestätig)~ (ab|an|auf|aus|ein|los|mit|nach|raus|rück|um|weg|weiter|zu|zurück)(zu)?(send|schick|zahl|liefer|erstatt|überweis|buch|mail|meld|mahn)- (an|zurück|wider)(zu)?(ruf|schreib)- (ein|hoch)(zu)?lad- ein(zu)?(kauf|reich|zieh)- (ab|zu)(zu)?(sag|stell)- an(zu)?(nehm|forder|miet)- (ab(zu)?lehn|weiter(zu)?leit|nach(zu)?frag|mit(zu)?teil|liefer|mail|fax|mahn|reklamier|inserier|twitter|verlänger|übermittel|übergeb|zurückgeb|aushändig|abheb|verabred|ausmach)- zahle melden? (be)?antworte beantworten maile",
  weak: "(zahl|kauf|post|buch|spend|frag|anfrag|miet|dank|gratulier|bitt|bewerb|unterschreib|teil|abgeb|antwort)en erinnern (kauf|buch|post|spend|erinner|bedank|kündig)e kauf frag",
  phrases:
    "(ruf|meld|schreib|forder)e?n? … an, (lad|reich|zahl)e? … ein, lade? … hoch, leite? … weiter, sage? … ab|zu|bescheid, gib … bescheid|auf, bescheid sagen|geben, schreibe? … zurück, schreibe? … eine mail|nachricht, bestellung aufgeben, teile? … mit, termin … machen, stelle? … online, online stellen, kontakt aufnehmen, nimm … kontakt|an, lehne? … ab, in auftrag geben, zum verkauf, zur post, frage? … nach|ob|wann, bitte … um, ins netz stellen, auf instagram, dank … sagen",
  inward:
    "(les|list|auflist|zusammenfass|fass|entwerf|vergleich|notier|schreib|aufschreib|bereit|vorbereit|sammel|zähl|rechn|ausrechn|berechn|find|such|heraussuch|prüf|durchseh|nachseh|nachles|nachschlag|sortier|übersetz|beschreib|erklär|plan|recherchier|mach|kürz|überarbeit|ordn|aufstell|überleg|klär|feststell|festhalt|skizzier|auswert|ermittel)~ lies sammle entw[iu]rf",
  joins: "und dann oder danach anschließend sonst aber",
  opens: "bitte noch jetzt heute morgen zuerst sofort auch nur wir ich ihm ihr ihnen sie es",
  subordinates: "ob dass wer was welche[mnrs]? wie wann wo warum weil wenn falls bevor nachdem",
  to: "zu um",
  before:
    "d(er|ie|as|en|em|es) [mdsk]?eine?[mnrs]? unsere?[mnrs]? ihre? alle jede[mnrs]? im am vom zum zur beim von bei für mit nach aus über ohne",
  heads: "",
};

const fr: Language = {
  endings: ["(er?|ez)", "e[rz]"],
  verbs:
    "r?envo(ie|yer|yez|yons) (expédi|pay|rembours|achet|achèt|publi|r?appel|r?appell|contact|transfér|transfèr|résili|annul|notifi|signal|remerci|félicit|sollicit|négoci|postul)~ postez r?appeler répond(re|s|ez) (transme|soume)t(s|tre|tez) (prévenir|préviens|prévenez) averti(r|s|ssez) vend(re|ez) (sou|in)scri(re|s|vez) (r[éè]gl|dés?abonn|abonn|encaiss|mail|tweet|invit)-",
  weak: "(command|réserv|téléphon|relanc|vers|vir|dépos|confirm|partag|factur|lou|livr|inform)~ postez? demande[rz]? diffuser invite règle paie vends",
  phrases:
    "poster le|la|les|un|une|des|l|mon|ma|notre|votre|son|sa|ce|cette, passe[rz]? … commande|appel, passe[rz]? un coup, fai(re|s|tes)|effectue[rz]? … virement|don|paiement, fai(re|s|tes) parvenir|savoir|suivre, prend(re|s)|prenez … rendez, met(s|tre|tez) … en ligne|vente, écri(re|s|vez) à|au|aux, écri(s|vez) - lui|leur, parle[rz]? à|au|avec, tenir|tiens|tenez … au courant, di(re|s|tes) à|au, donne[rz]? … à|préavis, rend(re|s)|remet(s|tre|tez) … à, charge[rz]? … en ligne",
  inward:
    "(list|rédig|compar|not|prépar|rassembl|compt|calcul|trouv|cherch|recherch|vérifi|tri|expliqu|planifi|analys|rang|class)~ (re)?li(re|s|sez) résume[rz]? résumer (trad|prod)ui(re|s) dé?cri(re|s) écri(re|s|vez) fai(re|s) établi(r|s) dresser? réfléchir décider brouillon",
  joins: "et puis ou ensuite enfin",
  opens: "aussi maintenant veuillez il faut lui leur l[ae]?s? y en je nous vous me? te se s",
  subordinates: "si qu[ei] quoi quel(le)?s? comment quand où pourquoi combien dont",
  to: "[ad] à pour de",
  before:
    "l[ae]?s? une? d d[eu] des aux? (m|t|s)(on|a|es) [nv]os [nv]otre leurs? ce(t|tte|s)? chaque tous toute?s? en sur par avec sans",
  heads: "",
};

const es: Language = {
  endings: ["([ae]r?|ir)([st]e|l[aeo]s?)?", "[aei]r([st]e|l[aeo]s?)?"],
  verbs:
    "((re)?envi|mand|reembols|devolv|devuelv|transfer|transfier|respond|contest|contact|avis|notific|comunic|suscrib|inscrib|solicit|tuite|felicit|matricul|alquil)~ (pag|remit|telefone|vend|postul|poste|apunt)- (pag|compr|pregunt|recuerd|apunt)a(l[aeo]s?|te) (escrib|pid|d)(e|ir?)l[aeo]s? (pedir|decir|escribir|preguntar|recordar)les? invitar? agrade(cer(les?)?|cele|zca) informa vende",
  weak: "(abon|compr|reserv|llam|encarg|don|renov|public|confirm|factur|entreg|cancel|deposit)~ pag(a|ue) informar renueva pide presenta",
  phrases:
    "hacer|haz|realizar?|efectuar? … transferencia|pago|pedido|llamada|donación|reserva, dar … baja|aviso, da(rse|te)? de baja, dar de alta, pedir|pide|concertar … cita, pon(er)? … en venta, escribi?e?r? a|al, hablar? con, decir|di a|al, preguntar? a|al, subir|sube … a, presentar? … en, presentar? el|la, pon(te|erse) en contacto, colgar|cuelga|ingresar? … en, quedar con, pedir … a, hacer llegar",
  inward:
    "(le|rele|resum|list|enumer|redact|compar|anot|escrib|prepar|cont|cuent|calcul|encontr|busc|revis|comprob|comprueb|orden|describ|explic|planific|investig|analiz|clasific)~ reunir borrador traducir traduce hacer haz decidir pensar extraer",
  joins: "[yeo] luego después",
  opens: "también ahora favor hay que deb(o|emos) l[aeo]s? me se nos",
  subordinates: "si que qui[eé]n qué cuál(es)? cómo cuándo cuando dónde porque cuánt[ao]s?",
  to: "a por para de sin",
  before:
    "el l[ao]s? un[ao]?s? del? al (mi|tu|su)s? nuestr[ao]s? est[ae]s? estos es[ae] cada tod[ao]s? en sobre por con sin",
  heads: "",
};

const it: Language = {
  endings: ["(a|[aei]re|[aei]r?(gl[ie]|l[aeo]|[st]i))", "([aei]re|[aei]r(gl[ie]|l[aeo]|[st]i))"],
  verbs:
    "(r?invi|mand|rimbors|bonific|acquist|pubblic|chiam|telefon|contatt|avvis|inform|comunic|notific|annull|ringrazi|inoltr|consegn|deposit|invit)~ invii (sped|trasfer|restitu|sped)(i(re|sci)|-) spedisca (rispond|vend|trasmett|richied|iscriv)(i(gl[ie]|l[aeo]|ti)?|-) disd(ire|ici) (pag|sald|post|abbon|fattur)- pagal[aeo] abbonati (scrivi|chiedi|di)(gli|l?le) ricordargli",
  weak: "(vers|compr|prenot|don|ordin|conferm|affitt|sollecit|rinnov)~ paga salda posta invito",
  phrases:
    "fa(re|i)|effettua(re)? … bonifico|pagamento|ordine|donazione|telefonata, prend(ere|i)|fissa(re)? … appuntamento, mett(ere|i) … vendita|online, (scriv|chied)(ere|i) a|al|alla|ai, parla(re)? con, dire a|al|alla, carica(re)? … sul?, fa(r|i) sapere, da(re|i) … disdetta, presenta(re)? … domanda, presenta(re)? la",
  inward:
    "(elenc|abbozz|confront|annot|prepar|cont|calcol|trov|cerc|controll|verific|pianific|ricerc|analizz)~ ((ri)?legg|riassum|redig|scriv|descriv)(ere|i) raccogli(ere)? tradu(rre|ci) bozza spiegare fa(re|i) decidere pensare estrarre",
  joins: "ed? poi o oppure dopo",
  opens: "anche ora adesso bisogna devo l[aeio] gli [msc]i",
  subordinates: "se che chi cosa qual[ei] come quando dove perché quant[aio]",
  to: "a da per di",
  before:
    "il l[aeo]? i gli un[ao]? de(l|i|gli|ll[aeo]) al(lo|la)? ai nel(la)? sul(la)? dal(la)? (mi|tu|su)[oa] nostr[aoi] quest[aoi] ogni tutt[ei] d[ia] in su con per tra senza",
  heads: "note nomi righe file cartell[ae] (alfabetic|cronologic)amente elenco lista date voci appunti",
};

const pt: Language = {
  endings: ["([aei]r|[ae]m?)", "[aei]r"],
  verbs:
    "((re)?envi|mand|reembols|devolv|transfir|encomend|contact|contat|convid|avis|comunic|inscrev|subscrev|submet|agradeç|agradec|solicit|tuit|encaminh)~ (pag|entreg|alug|divulg)(ue|-) (notifi[cq]u?|renov|fatur)(e|-) (telefon|respond|vend|inform|do|cancel|confirm|reserv)- postar responda",
  weak: "(compr|encomend|ligu?|do|cancel|pergunt|confirm|telefon|reserv|publi(c|qu)|inform|respond)~ post(ar|a|em?) pag(a|ue) envio",
  phrases:
    "fazer|faça|efetu(ar|e) … transferência|pagamento|encomenda|pedido|doação|reserva|chamada|queixa, marcar|marque … consulta|reunião, pôr|ponha|colocar … à venda, escrev(er|a)|dizer|diga|pedir|peça a|ao|à, escrev(er|a) para, fal(ar|e) com, entr(ar|e) em contac?to, subir|carreg(ar|ue) … para, dar … conhecimento, apresentar … queixa",
  inward:
    "(re)?ler (re)?leia (resum|list|compar|anot|escrev|prepar|cont|calcul|procur|verifi(c|qu)|orden|investig|pesquis|analis|rascunh)~ redi(gir|ja) reunir encontrar rever reveja traduz(ir|a) descrever explicar plane(j?ar) fazer faça decidir pensar extrair rascunho",
  joins: "e depois ou",
  opens: "também agora favor devo preciso [ao]s? lhes? me se nos",
  subordinates: "se que quem qua(l|is) como quando onde porque quant[ao]s?",
  to: "a para por de",
  before:
    "[ao]s? uma?s? uns d[aoe]s? aos? às? n[ao]s? (m|t|s)(eu|ua) minha noss[ao] est[ae] ess[ae] cada tod[ao]s? em sobre por com sem",
  heads: "",
};

const nl: Language = {
  endings: ["(eer|eren)", "(en)?"],
  verbs:
    "(af|aan|door|in|mee|na|op|terug|toe|uit|ver|weg)?(te)?(sturen|zenden|betalen|kopen|boeken|bellen|melden|leveren) (ver)?(stuur|zend|betaal) koop bel (ver)?huren overmaken storten bestel(len)? (reserv|annul|telefon|public|inform|abonn|don|contact|factur)~ (op|af)zeggen uitnodigen indienen uploaden e?mailen (be)?antwoord- (in|uit)schrijven inlichten meedelen aanvragen schenken vergoeden bedanken bevestigen bezorgen appen tweeten waarschuwen verwittig-",
  weak: "boek mail huur stort vraag vragen post(en)? meld schenk bedank bevestig herinner- bericht app",
  phrases:
    "maak … over|afspraak, nodig … uit, dien|lever … in, zeg … op|af, meld … aan|af, schrijf … in voor, schrijf je in, vraag … aan, laat … weten, neem contact, contact opnemen, schrijf|schrijven|vraag|vragen aan, pra(at|ten) met, zet … online, online zetten, te koop zetten, zet … te koop, afspraak maken, plaats … bestelling|op, geef … door, doe … betaling, breng … naar de post, laad … op naar, zeg tegen",
  inward:
    "(her)?(lezen|lees) samenvatten vat opsommen som lijst (op)?stel(len)? vergelijk- (not|control|sort)~ controleren? sorteren? (be)?schrij(f|ven) voorbereiden verzamel- tel(len)? bereken- vind- zoek- nakijken verta(al|len) uitleggen plannen onderzoeken ma(ak|ken) ordenen bedenken (uit|op)zoeken",
  joins: "en dan of daarna vervolgens",
  opens: "ook nu gelieve alsjeblieft graag hem haar hen ze het",
  subordinates: "als dat wie wat welke? hoe wanneer wa(ar|arom) omdat hoeveel voordat nadat",
  to: "te om",
  before:
    "de het een [mz]ijn je jouw on(s|ze) uw haar hun di[te] deze dat die elke alle van voor met naar uit over zonder bij",
  heads: "lijst notities overzicht adres(sen)? nummers?",
};

const pl: Language = {
  endings: ["(ować|uj)", "(ć|cić)"],
  verbs:
    "(do|na|ode|po|prze|wy|za)?(słać|ślij|syła[ćj]) (do|o|prze|s|w|wy|za)pła- płać płacić nada[ćj] przel(ać|ej) (z|od)?wró- wrzu- (od|za)?kupić kup (za|u)mów(ić)? wynaj(ąć|mij) sprzeda[ćj] (za|od|po)dzwoń (za|od|po)?dzwonić odpowied(z|zieć) odpis(ać|z) zapro(ś|sić) (po|za)?prosić poproś (po|za)wiadom(ić)? (ureg|an)ul~ (opublik|publik|zarezerw|rezerw|(za)?telefon|(po)?inform|podar|(s)?kontakt|(za)?rejestr|zafaktur|podzięk)~ odwoła[ćj] wypowied(z|zieć) zrezygnować złoż(yć)? złóż zgło(ś|sić) przeka(ż|zać) przedłużyć potwierd(ź|zić) zapyta[ćj] powiedz przypomnij dostarcz(yć)? udostępni(ć|j)",
  weak: "mailuj dzwoń",
  phrases:
    "napis(ać|z) do, porozmawia[ćj] z, wystaw(ić)? … na sprzedaż, da[ćj] znać, (zrób|zrobić|wykona[ćj]) … przelew|płatność, wgra[ćj] … na, zapis(ać|z) się, zapisz … na kurs",
  inward:
    "(wy|s|na|za|o)?(pisać|pisz) (prze)?czyta[ćj] podsumować podsumuj streś?(cić|ć) porówna[ćj] zanot~ przygot~ zebrać zbierz (po|ob)licz(yć)? znaleźć znajdź (po)?szuka[ćj] sprawdz?(ić|ź) (po)?sort~ (prze)?tłumacz(yć)? wyjaśnić zaplan~ zrobić zrób uporządk~ (prze)?analiz~",
  joins: "i oraz potem lub następnie a",
  opens: "także też teraz proszę mu jej im go ją je",
  subordinates: "czy że kto co któr[aey] jak kiedy gdzie dlaczego ile komu żeby",
  to: "do by aby żeby",
  before:
    "do na od z ze we? o po dla przez bez przy za mój moja nasza? twój jego jej ich t[aeo]n? każdy wszystkie",
  heads: "",
};

export const LANGUAGES = { en, de, fr, es, it, pt, nl, pl } as const satisfies Readonly<
  Record<string, Language>
>;
