/**
 * Words by which a step reaches beyond the vault, one row a language. Data only: `outward.ts` says where in a step they
 * count. A step may mix languages, so all rows count for every step; a form that is an everyday noun, in its language
 * or another one, is among the `weak`. There, `~` stands before a form that only counts in small letters.
 */
export interface Language {
  /** Forms that tell somebody to reach out, wherever they stand. */
  readonly verbs: string;
  /** The same, and nouns as well: they count only where a verb stands, at the beginning of an order. */
  readonly weak: string;
  /** Verbs that take part of their meaning from words behind them: `let … know`. Signs | part the phrases. */
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
  verbs:
    "send resend pay repay prepay reimburse submit publish unpublish buy donate invite notify inform pay sell deliver subscribe unsubscribe enrol enroll terminate renew withdraw remit retweet tweet announce apologise apologize congratulate thank negotiate subscribe rsvp complain sue venmo paypal whatsapp outsource",
  weak: "post repost message call phone ring telephone text fax order book reserve reply respond contact invoice bill charge tip share ask tell remind warn alert accept decline request schedule reschedule bid nudge poke settle dispatch sign thank gift mail email e-mail transfer register ship ping rent wire dm lease hire deposit purchase broadcast refund upload cancel forward transmit lodge",
  phrases:
    "let … know | reach out | get back to | get hold of | get in touch | follow up with | follow up on | write to | write back | write … to him | write … to her | speak to | speak with | talk to | talk with | hand in | hand … in | hand over | sign up | sign off with | give notice | give … notice | give … a call | give … a ring | put … online | put … up for sale | put … on sale | put … in the post | set up a meeting | set up a call | set up an appointment | arrange a | arrange an | arrange the | arrange for | make … payment | make … transfer | make … purchase | make … donation | make … deposit | make … booking | make … reservation | make … appointment | make … call | make … complaint | make … offer to | place … order | place … bid | place … call | do … transfer | do … payment | do … refund | issue … refund | issue … payment | issue … invoice | process … refund | process … payment | initiate … transfer | initiate … payment | raise … invoice | lodge … complaint | open a ticket | open an account | close … account | drop … a line | drop … a note | drop … off | pass … on to | pass … to | get … delivered | get … sent | get … tickets | get … quote from | get … quotes from | check in with | touch base | go live | push to | push … live | merge … pull request | post … on | post … to | post … online | share … with | shared with | give … money | give … back to | pay … back | send … back | top up | chip in | fill in … online | apply for | apply to | file … return | file … claim | file … complaint | file … taxes | report … to | return … to | answer … mail | answer … email | answer … letter | answer … message | answer … phone | answer him | answer her | answer them | confirm … with | confirm … to | confirm … appointment | confirm … booking | confirm … reservation | confirm … order",
  inward:
    "read reread summarise summarize sum list draft redraft outline compare note write prepare collect gather count calculate work find look check review sort translate describe explain extract plan research search make turn rewrite shorten edit proofread analyse analyze think brainstorm decide estimate compute copy convert document track group tag organise organize identify pick choose highlight mark record log merge tidy clean total add create suggest propose rank study learn evaluate assess determine consider clarify index transcribe annotate define design sketch figure understand verify update fill",
  joins: "and then or & plus but so",
  opens:
    "please must should shall will can could would may also now finally first next afterwards otherwise i we you he she they let s go just kindly only both either remember always",
  subordinates:
    "if whether who whom whose what which how when where why that because while before after until since unless",
  to: "to",
  before:
    "the a an this that these those my your our his her its their no any some each every all both of for on in at by about from with without into per via as s last next new old open former recent unread unpaid first second third latest monthly weekly annual yearly phone sales gross net final whole one two three several many which what than between after before during under over re past",
  heads:
    "note notes list lists log logs history template templates draft drafts list slip slips rise gap day days cheque check checks roll stub scale period merge order* number numbers form forms address addresses archive folder folders record records summary minutes transcript transcripts script sheet sheets thread threads data costs cost fee fees price prices rate rates ideas idea text texts title titles plan plans schedule button details shop value values confirmation confirmations history policy policies club review reviews time times request requests line lines volume quality design tone guide document documents notice report reports level levels status app apps box titles collection collections page pages chapter chapters keeping office card cards code codes centre center signature signatures",
};

const de: Language = {
  verbs:
    "senden sende schicken schicke schick zuschicken abschicken losschicken einschicken wegschicken mitschicken zurückschicken verschicken verschicke verschick rausschicken absenden versenden versende zusenden übersenden einsenden übermitteln zahle bezahlen bezahle bezahl begleichen begleiche überweisen überweise überweis einzahlen anzahlen abbezahlen erstatten erstatte zurückzahlen zurückgeben annehmen ablehnen zurückerstatten rückerstatten einkaufen bestellen bestelle bestell nachbestellen abbestellen umbuchen reservieren reserviere anmieten kündigen kündige stornieren storniere absagen zusagen anrufen zurückrufen telefonieren telefoniere einladen einreichen hochladen veröffentlichen veröffentliche mailen maile anmailen zumailen faxen weiterleiten antworten antworte beantworten beantworte informieren informiere benachrichtigen benachrichtige mitteilen anmelden abmelden ummelden registrieren beantragen beantrage abonnieren nachfragen anfordern beauftragen beauftrage verkaufen verkaufe vermieten verlängern anschreiben zurückschreiben melden ausliefern zustellen liefern widerrufen reklamieren mahnen anmahnen bestätigen einziehen abheben aushändigen übergeben verabreden vereinbaren vereinbare ausmachen twittern inserieren kontaktieren kontaktiere verständigen",
  weak: "~zahlen ~kaufen ~spenden ~posten ~buchen ~fragen ~anfragen ~mieten ~erinnern ~danken ~gratulieren ~bitten ~bewerben ~unterschreiben ~teilen ~abgeben ~kaufe ~poste ~buche ~melde ~zusenden ~kauf buche frag kauf* maile ~teile ~spende ~erinnere ~bedanke",
  phrases:
    "ruf … an | rufe … an | rufen … an | lad … ein | lade … ein | lade … hoch | lad … hoch | reich … ein | reiche … ein | leite … weiter | leit … weiter | sag … ab | sage … ab | sag … zu | sage … zu | sag … bescheid | gib … bescheid | bescheid sagen | bescheid geben | melde … an | meld … an | melde dich | meld dich | sich melden | schreib … an | schreibe … an | schreib … eine mail | schreib … eine nachricht | schreib … zurück | gib … auf | bestellung aufgeben | teile … mit | teil … mit | zahle … ein | termin … machen | stelle … online | stell … online | online stellen | kontakt aufnehmen | nimm … kontakt | in auftrag geben | zum verkauf | zur post bringen | zur post | frage … nach | frag … nach | frag … ob | bitte … um | frag … wann | fordere … an | ins netz stellen | auf instagram | dank … sagen",
  inward:
    "lesen lies liste auflisten zusammenfassen fasse entwerfen entwirf entwurf vergleichen vergleiche notieren notiere schreiben schreibe schreib aufschreiben vorbereiten bereite sammeln sammle zählen zähle berechnen berechne finden finde suchen suche prüfen prüfe durchsehen sortieren sortiere übersetzen übersetze beschreiben erklären planen plane recherchieren machen kürzen überarbeiten ordnen ordne aufstellen heraussuchen rechnen ausrechnen überlegen nachsehen nachlesen nachschlagen klären feststellen festhalten skizzieren auswerten ermitteln",
  joins: "und dann oder danach anschließend sonst aber",
  opens: "bitte noch jetzt heute morgen zuerst sofort auch nur wir ich ihm ihr ihnen sie es",
  subordinates:
    "ob dass wer was welche welcher welches welchen wie wann wo warum weil wenn falls bevor nachdem",
  to: "zu um",
  before:
    "der die das den dem des ein eine einen einem einer eines mein meine meinen meiner meinem dein deine unser unsere unserer ihr ihre sein seine kein keine alle jede jeder im am vom zum zur beim von bei für mit nach aus über ohne",
  heads: "",
};

const fr: Language = {
  verbs:
    "envoyer envoie envoies envoyez envoyons renvoyer renvoie expédier expédie payer payez repayer régler réglez rembourser rembourse remboursez verser versez virer virez acheter achète achetez commander commandez réserver réservez publier publiez postez appeler appelle appelez rappeler téléphoner téléphonez répondre réponds répondez contacter contacte contactez inviter invitez transmettre transmets transférer transfère transférez résilier résilie résiliez annuler annule annulez informer informez prévenir préviens prévenez avertir avertis déposer soumettre soumets soumettez louer vendre vendez livrer souscrire souscris abonner désabonner inscrire inscris notifier notifie signaler signale partager partagez facturer remercier remercie féliciter relancer relancez confirmer confirmez écris-lui mailer tweeter paye solliciter négocier encaisser postuler",
  weak: "commande réserve poste téléphone invite relance verse vire dépose confirme partage facture loue livre demande demander demandez poster diffuser informe règle paie publie vends",
  phrases:
    "passer … commande | passe … commande | passer … appel | faire … virement | fais … virement | faire … don | fais … don | faire … paiement | effectuer … paiement | effectue … paiement | effectuer … virement | effectue … virement | prendre … rendez-vous | prends … rendez-vous | prendre … rendez | prends … rendez | mettre … en ligne | mets … en ligne | mettre … en vente | mets … en vente | écrire à | écris à | écrivez à | parler à | parle à | parler avec | parle avec | donner … préavis | tenir … au courant | tiens … au courant | faire parvenir | fais parvenir | faire savoir | dire à | dis à | dites à | donne … à | rendre … à | rends … à | remettre … à | remets … à | passer … coup de fil | passe … coup de fil | passer un coup | passe un coup | charger … en ligne | faire suivre",
  inward:
    "lire lis relire résumer résume lister liste rédiger rédige brouillon comparer compare noter note écrire écris préparer prépare rassembler compter compte calculer calcule trouver trouve chercher cherche vérifier vérifie relis trier trie traduire traduis décrire expliquer planifier rechercher faire fais établir établis dresser dresse analyser ranger classer réfléchir décider",
  joins: "et puis ou ensuite enfin",
  opens: "aussi maintenant veuillez il faut lui leur le la les l y en je nous vous m me te se s",
  subordinates: "si que qui quoi quel quelle quels quelles comment quand où pourquoi combien dont",
  to: "à a pour de d",
  before:
    "le la les l un une des du de d au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces chaque toute tous toutes en sur par avec sans",
  heads: "",
};

const es: Language = {
  verbs:
    "enviar envía envia envíale envíales enviarle envíe enviad reenviar reenvía remitir mandar manda mándale mándales mandarle pagar págale pagarle páguese abonar reembolsar reembolsa devolver devuélvele transferir transfiere comprar cómprale comprarle encargar publicar publica llamar llámale llamarle telefonear telefonea responder responde respóndele contestar contesta contéstale contactar contacta invitar invita avisar avisa avísale informar informa notificar notifica comunicar comunica reservar cancelar cancela donar dona alquilar vender vende suscribir suscribirse suscríbete inscribir inscribirse inscríbete apuntarse apúntate escribirle escríbele decirle dile preguntarle pregúntale pedirle pídele agradecer agradécele recordarle recuérdale solicitar solicita facturar postear tuitear entregar entrega depositar renovar felicitar confirmar matricular ",
  weak: "paga pague abona compra reserva llama encarga dona renueva pide confirma presenta factura",
  phrases:
    "hacer … transferencia | haz … transferencia | hacer … pago | haz … pago | realizar … pago | realiza … pago | efectuar … pago | hacer … pedido | haz … pedido | hacer … llamada | haz … llamada | hacer … donación | haz … donación | hacer … reserva | haz … reserva | dar … de baja | darse de baja | date de baja | dar de alta | pedir … cita | pide … cita | concertar … cita | poner … en venta | pon … en venta | escribir a | escribe a | hablar con | habla con | decir a | di a | preguntar a | pregunta a | subir … a | sube … a | presentar … en | presentar la | presenta la | presentar el | presenta el | ponerse en contacto | ponte en contacto | colgar … en | cuelga … en | quedar con | ingresar … en | ingresa … en | dar … aviso | pedir … a | hacer llegar",
  inward:
    "leer lee releer resumir resume listar lista enumerar redactar redacta borrador comparar compara anotar anota escribir escribe preparar prepara reunir contar cuenta calcular calcula encontrar buscar busca revisar revisa comprobar comprueba ordenar ordena traducir traduce describir explicar planificar investigar hacer haz analizar clasificar decidir pensar extraer",
  joins: "y e luego o después",
  opens: "también ahora favor hay que debo debemos lo la los las le les me se nos",
  subordinates: "si que quién quien qué cuál cuáles cómo cuándo cuando dónde porque cuánto cuánta cuántos",
  to: "a por para de sin",
  before:
    "el la los las un una unos unas del de al mi mis tu tus su sus nuestro nuestra nuestros este esta estos estas ese esa cada todo toda todos todas en sobre por con sin",
  heads: "",
};

const it: Language = {
  verbs:
    "inviare invia invii inviale inviagli inviargli inviarle rinviare spedire spedisci spedisca mandare manda mandagli mandale mandargli pagare pagala pagalo pagargli saldare rimborsare rimborsa versare bonificare trasferire trasferisci acquistare acquista comprare prenotare pubblicare pubblica postare chiamare chiama chiamala chiamalo telefonare telefona rispondere rispondi contattare contatta avvisare avvisa informare informa comunicare comunica notificare notifica annullare annulla disdire disdici donare affittare vendere vendi iscrivere iscriversi iscriviti abbonarsi abbonati scrivigli scrivile chiedigli chiedile digli dille ringraziare ringrazia inoltrare inoltra consegnare consegna depositare trasmettere trasmetti richiedere richiedi invitare invita ricordargli confermare fatturare restituire restituisci rinnovare sollecitare",
  weak: "paga salda versa compra prenota posta dona ordina ordinare conferma invito affitta sollecita rinnova",
  phrases:
    "fare … bonifico | fai … bonifico | effettuare … bonifico | effettua … bonifico | fare … pagamento | effettuare … pagamento | effettua … pagamento | fare … ordine | fai … ordine | fare … donazione | fai … donazione | fare … telefonata | fai … telefonata | prendere … appuntamento | prendi … appuntamento | fissare … appuntamento | fissa … appuntamento | mettere … in vendita | metti … in vendita | mettere … online | metti … online | scrivere a | scrivi a | scrivere al | scrivi al | scrivere alla | scrivi alla | parlare con | parla con | chiedere a | chiedi a | chiedere al | chiedi al | dire a | di' a | caricare … sul | carica … sul | caricare … su | carica … su | far sapere | fai sapere | dare … disdetta | dai … disdetta | presentare … domanda | presenta … domanda | presentare la | presenta la",
  inward:
    "leggere leggi rileggere riassumere riassumi elencare elenca redigere redigi bozza abbozzare confrontare confronta annotare annota scrivere scrivi preparare prepara raccogliere raccogli contare conta calcolare calcola trovare trova cercare cerca controllare controlla verificare verifica tradurre traduci descrivere spiegare pianificare ricercare fare fai analizzare decidere pensare estrarre",
  joins: "e ed poi o oppure dopo",
  opens: "anche ora adesso bisogna devo lo la li le gli mi si ci",
  subordinates: "se che chi cosa quale quali come quando dove perché quanto quanta quanti",
  to: "a da per di",
  before:
    "il lo la i gli le l un uno una del dello della dei degli delle al allo alla ai nel nella sul sulla dal dalla mio mia tuo tua suo sua nostro nostra questo questa ogni tutti tutte di da in su con per tra senza",
  heads:
    "note nomi righe file cartella cartelle alfabeticamente cronologicamente elenco lista date voci appunti",
};

const pt: Language = {
  verbs:
    "enviar envia enviem reenviar reenvie mandar mande pagar pague paguem reembolsar reembolse devolver devolva transferir transfira comprar encomendar encomende publicar publica postar ligar telefonar responder responda contactar contacte contatar contate convidar convide avisar avise informar notificar notifique comunicar comunique cancelar cancele reservar doar doe alugar alugue vender venda inscrever inscrever-se inscreva-se subscrever subscreva entregar entregue submeter submeta depositar deposite agradecer agradeça confirmar confirme solicitar solicite tuitar faturar renovar renove divulgar encaminhar encaminhe perguntar",
  weak: "paga compra encomenda manda liga ligue reserva doa cancela envio pergunte pergunta confirma telefona poste reserve publique informe responde envie telefone compre",
  phrases:
    "fazer … transferência | faça … transferência | fazer … pagamento | faça … pagamento | efetuar … pagamento | efetue … pagamento | fazer … encomenda | faça … encomenda | fazer … pedido | faça … pedido | fazer … doação | faça … doação | fazer … reserva | faça … reserva | fazer … chamada | marcar … consulta | marque … consulta | marcar … reunião | marque … reunião | pôr … à venda | ponha … à venda | colocar … à venda | escrever a | escreva a | escrever ao | escreva ao | escrever à | escreva à | escrever para | escreva para | falar com | fale com | dizer a | diga a | diga ao | pedir ao | peça ao | peça à | pedir à | peça a | entrar em contacto | entre em contacto | entrar em contato | entre em contato | subir … para | carregar … para | carregue … para | dar … conhecimento | apresentar … queixa | fazer … queixa",
  inward:
    "ler leia reler resumir resuma resume listar liste lista redigir redija rascunho rascunhar comparar compare anotar anote escrever escreva preparar prepare reunir contar conte calcular calcule encontrar procurar procure rever reveja verificar verifique ordenar ordene traduzir traduza descrever explicar planear planejar investigar pesquisar fazer faça analisar decidir pensar extrair",
  joins: "e depois ou",
  opens: "também agora favor devo preciso o a os as lhe lhes me se nos",
  subordinates: "se que quem qual quais como quando onde porque quanto quanta quantos",
  to: "a para por de",
  before:
    "o a os as um uma uns umas do da dos das ao à aos às no na nos nas meu minha teu tua seu sua nosso nossa este esta esse essa cada todo toda todos todas em sobre por com sem de",
  heads: "",
};

const nl: Language = {
  verbs:
    "sturen stuur versturen verstuur opsturen toesturen terugsturen doorsturen insturen zenden zend verzenden verzend betalen betaal terugbetalen overmaken storten kopen koop inkopen bestellen bestel boeken reserveren reserveer huren verhuren verkopen opzeggen annuleren annuleer afzeggen bellen bel opbellen terugbellen telefoneren uitnodigen indienen inleveren uploaden publiceren publiceer mailen e-mailen beantwoorden antwoorden beantwoord informeren informeer inlichten meedelen melden aanmelden afmelden inschrijven uitschrijven aanvragen abonneren doneren doneer schenken vergoeden bedanken bevestigen bezorgen leveren contacteren contacteer appen tweeten factureren waarschuwen verwittigen verwittig",
  weak: "boek mail huur stort vraag vragen post posten meld schenk bedank bevestig herinner herinneren bericht app",
  phrases:
    "maak … over | nodig … uit | dien … in | lever … in | zeg … op | zeg … af | stuur … door | meld … aan | meld … af | schrijf … in voor | schrijf je in | vraag … aan | laat … weten | neem contact op | contact opnemen | schrijf aan | schrijven aan | praat met | praten met | zet … online | online zetten | te koop zetten | zet … te koop | maak … afspraak | afspraak maken | plaats … bestelling | plaats … op | bericht sturen | geef … door | doe … betaling | bel … op | breng … naar de post | laad … op naar | vraag aan | vragen aan | zeg tegen",
  inward:
    "lezen lees herlezen samenvatten vat opsommen som lijst opstellen stel vergelijken vergelijk noteren noteer schrijven schrijf voorbereiden verzamelen verzamel tellen tel berekenen bereken vinden vind zoeken zoek controleren controleer nakijken sorteren sorteer vertalen vertaal beschrijven uitleggen plannen onderzoeken maken maak ordenen bedenken uitzoeken opzoeken",
  joins: "en dan of daarna vervolgens",
  opens: "ook nu gelieve alsjeblieft graag hem haar hen ze het",
  subordinates: " als dat wie wat welke welk hoe wanneer waar waarom omdat hoeveel voordat nadat",
  to: "te om",
  before:
    "de het een mijn je jouw onze ons uw zijn haar hun dit deze dat die elke alle van voor met naar uit over zonder bij",
  heads: "lijst notities overzicht adres adressen nummer nummers",
};

const pl: Language = {
  verbs:
    "wysłać wyślij wysyłać wysyłaj przesłać prześlij odesłać odeślij nadać nadaj zapłacić zapłać płacić płać opłacić opłać uregulować ureguluj przelać przelej wpłacić wpłać zwrócić zwróć kupić kup zakupić zamówić zamów zarezerwować zarezerwuj wynająć wynajmij sprzedać sprzedaj opublikować opublikuj wrzucić wrzuć zadzwonić zadzwoń zatelefonować zatelefonuj odpowiedzieć odpowiedz odpisać odpisz zaprosić zaproś poinformować poinformuj powiadomić powiadom zawiadomić zawiadom anulować anuluj odwołać odwołaj wypowiedzieć wypowiedz zrezygnować złożyć złóż zgłosić zgłoś przekazać przekaż podarować skontaktować skontaktuj przedłużyć podziękować podziękuj potwierdzić potwierdź zarejestrować zarejestruj poprosić poproś zapytać zapytaj powiedz przypomnij dostarczyć dostarcz zafakturować umów umówić udostępnić udostępnij ",
  weak: "mailuj dzwoń",
  phrases:
    "napisać do | napisz do | porozmawiać z | porozmawiaj z | wystawić … na sprzedaż | wystaw … na sprzedaż | dać znać | daj znać | zrobić … przelew | zrób … przelew | wykonać … przelew | wykonaj … przelew | wykonaj … płatność | wgrać … na | wgraj … na | zapisać się | zapisz się | zapisz … na kurs | przekaż … darowiznę",
  inward:
    "przeczytać przeczytaj podsumować podsumuj streścić streść wypisać wypisz spisać spisz porównać porównaj zanotować zanotuj napisać napisz przygotować przygotuj zebrać zbierz policzyć policz obliczyć oblicz znaleźć znajdź szukać poszukaj sprawdzić sprawdź posortować posortuj przetłumaczyć przetłumacz opisać wyjaśnić zaplanować zrobić zrób uporządkować przeanalizować",
  joins: "i oraz potem lub następnie a",
  opens: "także też teraz proszę mu jej im go ją je",
  subordinates: "czy że kto co który która które jak kiedy gdzie dlaczego ile komu żeby",
  to: "do by aby żeby",
  before:
    "do na od z ze w we o po dla przez bez przy za mój moja nasz nasza twój jego jej ich ten ta to każdy wszystkie",
  heads: "",
};

export const LANGUAGES = { en, de, fr, es, it, pt, nl, pl } as const satisfies Readonly<
  Record<string, Language>
>;
