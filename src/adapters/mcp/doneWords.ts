/**
 * The tables behind `verdict`: words and fields by which an answer says that it is done, or that something stands in
 * the way. English in full. Of other languages only the words of a plain success: an answer in one of them is done
 * where it holds no other word, so no condition, denial or obstacle has to be known in them. Pure data.
 */

/** Whole words of any language. `~` stands for any ending, `@` for that of a Romance or Slavic participle. */
function whole(words: string): RegExp {
  const spelled = words.replace(/~/g, String.raw`\p{L}*`).replace(/@/g, "[oaiey]s?");
  return new RegExp(String.raw`(?:^|[^\p{L}\p{N}_])(?:${spelled})(?![\p{L}\p{N}_])`, "iu");
}

// Past forms of what a tool does. One of them, without condition and negation, is a sign of success.

/** To keep or to prepare something is not enough for a tool that sends. */
const KEPT =
  "saved|stored|copied|filled|selected|navigated|opened|composed|written|(?:re)?wrote|edited|recorded|exported|registered";
/** Nor is to make or change something, unless the tool is named for that. */
const MADE =
  "created|added|inserted|updated|modified|changed|replaced|renamed|moved|deleted|removed|archived|uploaded|assigned|merged|committed|closed|resolved|imported|staged|applied|appended|notified|clicked|(?:en|dis)abled|labell?ed";
const SENT =
  "(?:re)?sent|delivered|dispatched|relayed|(?:en)?queued|posted|published|tweeted|submitted|booked|scheduled|accepted|forwarded|replied|invited|shared|pushed|completed?|finished|executed|performed|transferred|paid|charged|refunded|captured|filed|subscribed|ran|confirmed|cancell?ed|success(?:ful(?:ly)?)?|succeeded|done";

export const DONE = whole(`${SENT}|${MADE}|${KEPT}`);
export const ONLY_KEPT = whole(KEPT);
export const ONLY_MADE = whole(MADE);

// Words of a plain success in other languages, and the words that may stand beside them.

const KEPT_ELSEWHERE =
  "gespeichert|kopiert|eingetragen|enregistrée?s?|guardad@|salv(?:at)?@|opgeslagen|zapisan@|spara(?:ts?|des?)";
const MADE_ELSEWHERE =
  "erstellt|angelegt|hinzugefügt|aktualisiert|créée?s?|ajoutée?s?|cr[ei]a[dt]@|añadid@|agregad@|aggiunt@|aangemaakt|toegevoegd|utworzon@|dodan@|skapa(?:ts?|des?)|создан[аоы]?|oluşturuldu";
const SENT_ELSEWHERE =
  "(?:ge|ver)sendet|versandt|verschickt|zugestellt|veröffentlicht|gebucht|überwiesen|weitergeleitet|erledigt|ausgeführt|durchgeführt|abgeschlossen|envoyée?s?|publiée?s?|effectuée?s?|enviad@|envió|publicad@|completa[dt]@|realizad@|inviat@|pubblicat@|eseguit@|verzonden|verstuurd|gepubliceerd|wysłan@|opublikowan@|skicka(?:[dt]|d?es?|ts)|отправлен[аоы]?|опубликован[аоы]?|gönderildi";
/** Articles, helping verbs and prepositions, what went well, and the names of what is sent or made, and of places. */
const BESIDE =
  "(?:e-?)?mails?|e-?post(?:en|a)?|d(?:er|ie|as|en|em|el?|a)|eine?n?|ihre?|wurden?|ist|a[dmn]?|um|von|bis|nach|i[mn]?s?|über|für|und|uhr|erfolgreich|l[aeo]?s?|une?|votre|est|été|avec|bien|à|aux?|dans|pour|sur|succès|el|su[ao]?|se|ha[nr]?|sido|fue|co[mn]|para|por|y|[eé]xito|corr?e[ct]?tamente|listo|fertig|il|tuo|è|stat@|nel|e[nt]?|successo|os?|foi|em|sucesso|het|een|uw|zijn|werd|naar|aan|op|voor|został[aoy]?|do|na|pomyślnie|är|till|på|och|успешно|был[аои]?|başarıyla|mejle?t?|sms|messages?|mensa[jg]e(?:ns|[sm])?|messaggi?o?|nachricht|wiadomość|bericht|correos?|courriel|meddelandet?|mesaj|письмо|сообщение|beitrag|[ck]omm?ent(?:aire|o|[aá]rio|ar)|termin|even(?:t|t?o)|[eé]v[eéè]nement|wydarzenie|etkinlik|событие|aufgabe|tâche|tarea|tarefa|taak|zadanie|uppgiften|задача|seite|pages?|p[aá]gina|datei|zahlung|überweisung|pa(?:iement|go|gamento)|operaci[oó]n|[ck]alend(?:rier|[aá]rio|er|arza)|proje(?:k?t|to)|proyecto|client[ei]?|adres|destinat[aá](?:rio|ire)s?";

const IN_JAPANESE = "(?:送信|作成|登録|投稿|保存|追加)(?:しました|されました|完了)";
const IN_CHINESE = "(?:已|成功)+(?:发送|發送|创建|发布)|(?:发送|创建|更新)成功";
const either = (words: string): RegExp =>
  new RegExp(`${whole(words).source}|${IN_JAPANESE}|${IN_CHINESE}`, "iu");
export const SENT_ELSEWHERE_ALONE = either(SENT_ELSEWHERE);
export const MADE_OR_SENT_ELSEWHERE = either(`${SENT_ELSEWHERE}|${MADE_ELSEWHERE}`);
const ANY_ELSEWHERE = `${SENT_ELSEWHERE}|${MADE_ELSEWHERE}|${KEPT_ELSEWHERE}`;
export const DONE_ELSEWHERE = either(ANY_ELSEWHERE);
/** “al” and “no” are prepositions behind a participle, and a denial elsewhere. */
export const KNOWN_ELSEWHERE = new RegExp(
  `${either(`(?:${ANY_ELSEWHERE})(?: (?:al|no))?|${BESIDE}`).source}|メール|メッセージ|予定|タスク|[をがは]|邮件|消息|日程|任务|[至给到了]`,
  "giu",
);
/** Dates, numbers with their units, channels, paths and names. */
export const NAMES_ELSEWHERE =
  /(?:^|\s)\d(?:\d?\.? (?:de )?\p{L}+ (?:de )?\d{4}|\S*(?: \p{L}{1,3}(?!\p{L}))?)|\S*[#/@…]\S*|\s(?:und|y|e|et|en|i|pro[jy]e[ck]?to) \p{Lu}\p{Ll}+/gu;

/** Tools that send. */
export const SENDS =
  /send|mail|message|post|publish|tweet|reply|forward|notify|invite|envi|invia|schick|skick|stuur|wys[lł]|pay|transfer|charge|refund|überweis/;
/** Tools that move money: an id tells nothing of it, since one is given to every try. */
export const PAYS =
  /^(?!.*(?:link|intent|request|invoice|checkout)).*(?:pay|transfer|charge|refund|überweis)/;
/** Things that are made before money moves. */
export const BEFORE_PAYING = /\b(?:link|intent|request|invoice|checkout)\b/i;
/** Tools that are named for what they make; some answer with the list of it. */
export const MAKES = /^(?:\w+[._-])?(?:cr[ei]a|cre?er|add|insert|append|write|upload|update|put|save)/;
/** Tools that make something although they are named for sending it. */
export const ADDS = /comment|repl|notify|draft/;

/** An answer that is nothing but this. */
export const DONE_ALONE =
  /^(?=[^])(?:(?:[✅✓✔👍☑\s]|\uFE0F)*(?:ok|okay|true|yes|2[05]0 (?:2\.\d\.\d )?ok.{0,80})?[\s.!]*(?:[✅✓✔👍☑]|\uFE0F)*)$/iu;

/** A number such as a message gets: long, of one word, with a digit in it, and no time, address or key. */
export const LONE_ID =
  /^(?=.*\d)(?!\d{4}-\d\d-\d\d|\d+\.\d+$|eyJ)(?!https?:|\w+:\/\/)<?[\w.+@=-]{12,200}>?$/u;

/** An id behind its name, in the middle of a line. */
export const ID_IN_TEXT =
  /[,(（[*\s]*(?:^|[\s(（[*_，。,#])(?:with |con )?(?:(?:\p{L}{2,20}[\s_-])?(?:id|sid|uuid)|メッセージID|identifiant|r[eéi]f\p{L}*)[*_]*\s*[:=#：]?\s*[*_"'`<(]*(?=[\w.@+=-]*\d)[\w.@+=-]{2,}[\])）>*_]*/giu;

/** The id of a mail, which looks like an address. */
export const MESSAGE_ID = /\b(message-?id\s*[:=]\s*)<?[^\s<>]*@[^\s<>]*>?/giu;

/** A word about the whole, before what was done. */
export const OPENING = /^\P{L}*(?:success|done|ok)\s*[:!.,–-]+\s+(?=\p{L})/iu;

/** Words of a denial. */
export const NEGATION = new RegExp(
  `${whole("no|not|never|none|nothing|without|zero|0|neither|nor|false|nobody").source}|n['’]t(?!\\p{L})`,
  "iu",
);

/** Words of a condition: a sentence with one does not say that it is done. */
export const CONDITION_OF_SENTENCE = whole(
  "if|unless|until|till(?! \\d)|once|when(?:ever)?|after you|as soon as|provided|before|assuming|in case|to (?:have|get)|per (?:day|week|month|hour)|are (?:always |only |usually )?(?:sent|delivered|posted|published)|(?:sent|posted|delivered) here",
);
export const CONDITION_OF_CLAUSE = whole(
  "would|could|should|may|might|can|must|shall|will|to be|be|being|going to|about to|ready|almost|nearly|trying|attempt~|want|like",
);
/** Denials and conditions in other languages, in an answer that is to be taught. */
export const DOUBT_ELSEWHERE = new RegExp(
  `${
    whole(
      "nicht|kein~|ohne|bereits|pas|aucune?|sans|déjà|sin|ya|non|nessun~|senza|già|não|sem|já|niet|geen|zonder|nie|brak|już|inte|не|değil|wenn|falls|sobald|bevor|quand|avant|après|si|cuando|antes|quando|dopo|zodra|als|wird|werden|kann|muss|soll~|sera|doit|será|debe|sarà|deve|wordt|moet|będzie|musi",
    ).source
  }|ません|まだ|未|没|沒|不|待`,
  "iu",
);
/** Bounds of clauses, each of which speaks for itself. */
export const CLAUSE =
  /,\s|[，、。]|\s[–—-]\s|\s(?:but|however|although|though)\s|\sand (?=(?:it|they|an?|the|your|will|can|may|should)\s)/iu;
/** Words of something that was before. */
export const ATTRIBUTES = whole("last|previous~|earlier|recent~|ago|history|yesterday");
/** Names of places that hold a past form. */
export const PLACES =
  /\b(?:sent|deleted|saved|archived) (?:items?|folder|mailbox|mail|box|messages|emails|posts|today|this)\b/giu;

/** Steps before the deed: alone they tell of nothing done. */
export const PRELIMINARY = whole(
  "connect~|authenticat~|logged|signed|validat~|loaded|initiali[sz]~|started|opened|fetched|retrieved|found|checked|prepared|received|set ?up|check|search|query|verification",
);

/** Mails and addresses: words in them are names. */
export const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|mailto:\S+|[\w.+-]+@[\w.-]+|<[^<>\s]{3,200}>/giu;

/** Phrases that say that nothing is wrong. */
export const HARMLESS = new RegExp(
  [
    String.raw`\b(?:no|without|zero|0)(?: \p{L}+){0,2} (?:errors?|failures?|warnings?|issues?|problems?|duplicates?|failed|skipped|rejected|bounced|pending|conflicts?)`,
    String.raw`\b(?:errors?|failed|failures?|skipped|rejected|bounced|warnings?|pending|not sent|retries|duplicates?)["'*_\]]*\s*[:=]\s*["'*_]*(?:0|none|null|no|false|\[\]|\{\}|-)(?![\w.,]*\d)`,
    String.raw`\bno (?:further |additional |more )?(?:action|confirmation|approval|login|changes)(?: is| are)?(?: required| needed| necessary)`,
    String.raw`\b(?:already )?(?:signed|logged) in as \S+`,
    String.raw`^.*\bconsole\b.*$`,
  ].join("|"),
  "gimu",
);

/** Drafts, and the folders of them. */
const DRAFTS =
  "draft(?:s|ed)?|~-?entw[uü]rfe?|brouillons?|borrador(?:es)?|bozz[ae]|rascunhos?|concept(?:en)?|szkic~|utkast|taslak|черновик|草稿|下書き";

interface Hold {
  readonly words: RegExp;
  /** A tool with this in its name does just that. */
  readonly stem?: string;
}

const REVIEW = "(?:approv|confirm|review|moderat|verif|consent|permission|authori[sz]|validation)~";

/** Obstacles to a deed, anywhere in the prose: with one of them nobody takes it for done. */
export const HELD: readonly Hold[] = [
  { words: new RegExp(`${whole(DRAFTS).source}|下書き|草稿`, "iu"), stem: "draft" },
  {
    words: whole(
      "dry[ -]?runs?|test[ -]?(?:mod[eu]s?|run|environment|server|account)|trial run|sandbox~|mock~|stub~|simul~|no[ -]?op|placeholder|demo mode",
    ),
  },
  { words: whole("preview~"), stem: "preview" },
  // Something is asked for first.
  { words: whole("would|please|bitte|upgrade|let me know|should i|shall i") },
  {
    words: whole(
      `confirm|confirm~\\s*[=:(]|confirming|unconfirmed|approve|(?:for|to|under|until|unless|without|be|once|not|yet) (?:~ ){0,3}${REVIEW}|(?:verification|confirmation|approval) (?:code|link|e-?mail|request)|sign\\S*(?: it)? off|marked|one[ -]?time|magic link`,
    ),
    stem: "confirm",
  },
  {
    words: whole(
      `(?:call|try|run|submit|send|invoke|ask)(?: ~){0,3} again|re-?(?:try|run|submit)~|next step|to (?:proceed|continue|finish|complete|send|publish|post|deliver|submit|authori[sz]e|transmit)|set \\S+\\s*(?:=|to) ?true|pass \\S+\\s*=|send it|manually|click|press|tap`,
    ),
  },
  {
    words: whole(
      "sign[ -]in|log[ -]in|login|(?:signed|logged) out|(?:re-?)?authenticate|authori[sz]e|o-?auth|captcha|api[ _-]?key|token|credentials?|(?:re)?connect",
    ),
    stem: "login",
  },
  {
    words: whole(
      "not yet|(?:is|are) being|sending|in progress|processing|still|outbox|clipboard|unsent|pending|await~|waiting|on hold|held|quarantin~|moderat~",
    ),
  },
  // It was passed over.
  {
    words: whole(
      "skip(?:ped|ping)|ignored|omitted|unsubscribed|opted out|suppress~|blacklist~|filtered|throttled|duplicates?|already|unchanged|no changes?|nothing",
    ),
  },
  { words: whole("blocked"), stem: "block" },
  { words: whole("cancel+(?:ed|ing)"), stem: "cancel" },
  { words: whole("disabled|deactivated"), stem: "able" },
  // It went wrong.
  {
    words: whole(
      "fail(?:ed|s|ures?|ing)?|error(?:s|ed)?|exceptions?|unable|could ?not|can ?not|cant|~n['’]t|unsuccessful~|partial(?:ly)?|incomplete|sorry|unfortunately|oops|time[ds]?[ -]?outs?|deadline|too ~|exceed~|quota|limit(?:s|ed)?|out of|insufficient|overloaded|busy|maintenance",
    ),
  },
  {
    words: whole(
      "required|needed|needs|missing|invalid|expired|revoked|forbidden|unauthori[sz]ed|permissions?|denied|refused|rejected|bounced|undeliver~|aborted|un(?:available|reachable|supported|known|recogni[sz]ed|expected|clear|sure)|offline|not[ -]found|no such|not (?:running|available|allowed|supported|sent|delivered|posted|published|created|possible|confirmed|valid)|only \\S+ (?:are|is|can|may)|null|undefined|none|n/a|maybe|perhaps|possibly|probably",
    ),
  },
  // Some of them only: “2 of 3”, “2 de 3”.
  {
    words:
      /(?:^|[^\d.])(\d{1,6})\s*(?:(?:\p{L}+ )?(?:of|out of|von|su[r]?|d[ei]|van|z|av|из)|\/)\s*(?!\1\b)\d{1,3}\b(?!\s*(?:pages?|seiten))/iu,
  },
];

/** Verbs that make a word in `HELD` the deed itself where the tool is called so. */
export const STEMS = ["draft", "preview", "confirm", "cancel", "login", "skip", "block", "test"] as const;

// Fields. Names are compared in lower case, without `_`, `-` and spaces.

/** Something in one of these stands in the way. */
export const HELD_FLAGS =
  /^(?:is)?(?:dry_?run|draft(?:id)?|preview|simulat(?:ed|ion)|testmode|sandbox|pending|skipped|duplicate|alreadyexists|unchanged|noop|missing(?:fields)?|challenge|blocked|held|next(?:steps?|action)|confirm(?:ation)?token)$|^(?:requires?|needs?).|.(?:required|needed)$|(?:auth\w*|login|signin|verif\w*|confirm\w*|approv\w*|preview|checkout|pay\w*)(?:url|link)$/;
/** How far a thing has come. A value that is not known to be good is none. */
export const STATES =
  /^mode$|(?:status|state|outcome|stage|phase|visibility|estado|statut|stato|[eé]tat|zustand|durum|situa[cç][aã]o|статус|状态|ステータス)$/;
/** States of a thing that a tool makes, which may be at any stage. */
export const OWN_STATES = /^(?:status|state|stage|phase|visibility)$/;
export const GOOD_STATES = /^(?:active|live|public|publish|2\d\d)$/i;
export const PLACES_OF = /(?:labels?|labelids|folder(?:name)?|mailbox)$/;
export const IS_DRAFTS = new RegExp(`^(?:${DRAFTS.replace(/~/g, "")})$`, "iu");

/** Deeds: false, no time and a count of none say that it was not done. */
export const DEEDS =
  /^(?!un|not|last).*(?:sent|delivered|posted|published|paid|captured)(?:at|on|date|time|datetime|count)?$/;
/** Fields that hold something only where it was done. */
export const SENT_IN_FLAGS =
  /^(?:is|emails?|messages?)?(?:sent|delivered|accepted|queued|posted|published)(?:at|count)?$|^messageids$/;
export const MADE_IN_FLAGS =
  /^(?:created|updated|deleted|inserted|modified|affected)(?:count|rows|cells)?$|^rowsaffected$/;
export const PAID_IN_FLAGS = /^(?:is)?(?:paid|captured|charged|refunded|sent)$/;
/** Ids, by the name of what has them, and addresses of it. */
export const IDS = /^(.*?)(?:_?s?id|uuid|guid)$/;
export const IDS_OF_SENT = /^(?:message|msg|e?mail|sms|post|tweet|comment|reply)?$/;
export const LINKS = /^(?:number|sha|permalink|(?:html|web|webview)(?:url|link))$/;
