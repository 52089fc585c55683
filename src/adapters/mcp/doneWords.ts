/**
 * The tables behind `verdict`: words and fields by which an answer says that it is done, or that something stands in
 * the way. English in full. Of other languages only the common words of success: one of them counts where the answer is
 * a single clause, so the tables hold no obstacles in those languages beyond what such a clause may hold. Pure data.
 */

/** Whole words of any language. `~` stands for any ending, `@` for that of a Romance or Slavic participle. */
function whole(words: string): RegExp {
  const spelled = words.replace(/~/g, String.raw`\p{L}*`).replace(/@/g, "[oaiey]s?");
  return new RegExp(String.raw`(?:^|[^\p{L}\p{N}_])(?:${spelled})(?![\p{L}\p{N}_])`, "iu");
}

// Past forms of what a tool does. One of them, without condition and negation, is a sign of success.

/** To keep or to prepare something is not enough for a tool that sends. */
const KEPT =
  "saved|stored|copied|filled|selected|navigated|opened|composed|written|wrote|rewrote|edited|recorded|exported|registered";
/** Nor is to make or change something, unless the tool is named for that. */
const MADE =
  "created|added|inserted|updated|modified|changed|replaced|renamed|moved|deleted|removed|archived|uploaded|assigned|merged|committed|closed|resolved|imported|staged|applied|appended|notified|clicked|enabled|disabled|labell?ed";
const SENT =
  "sent|resent|re-sent|delivered|dispatched|relayed|queued|enqueued|posted|published|tweeted|submitted|booked|scheduled|accepted|forwarded|replied|invited|shared|pushed|completed|finished|executed|transferred|paid|charged|refunded|captured|filed|subscribed|ran|confirmed|cancell?ed|success|succeeded|successful|successfully|done|complete";
const KEPT_ELSEWHERE =
  "gespeichert|kopiert|eingetragen|enregistrée?s?|guardad@|salvat@|salv[oa]s?|opgeslagen|zapisan@";
const MADE_ELSEWHERE =
  "erstellt|angelegt|hinzugefügt|aktualisiert|geändert|gelöscht|hochgeladen|créée?s?|ajoutée?s?|mise?s? à jour|modifiée?s?|supprimée?s?|téléchargée?s?|cread@|creó|añadid@|agregad@|actualizad@|eliminad@|creat@|aggiunt@|aggiornat@|eliminat@|criad@|adicionad@|atualizad@|excluíd@|aangemaakt|gemaakt|toegevoegd|bijgewerkt|verwijderd|utworzon@|dodan@|zaktualizowan@|usunięt@";
const SENT_ELSEWHERE =
  "gesendet|versendet|versandt|verschickt|abgeschickt|zugestellt|veröffentlicht|gebucht|überwiesen|weitergeleitet|eingereiht|erledigt|ausgeführt|erfolgreich|abgeschlossen|envoyée?s?|expédiée?s?|publiée?s?|transférée?s?|planifiée?s?|effectuée?s?|réussie?|succès|enviad@|envió|publicad@|programad@|completad@|éxito|exitosamente|correctamente|inviat@|pubblicat@|completat@|riuscit@|successo|concluíd@|sucesso|verzonden|verstuurd|geplaatst|gepubliceerd|voltooid|gelukt|wysłan@|opublikowan@|pomyślnie";

export const DONE = whole(`${SENT}|${MADE}|${KEPT}`);
export const DONE_ELSEWHERE = new RegExp(
  `${whole(`${SENT_ELSEWHERE}|${MADE_ELSEWHERE}|${KEPT_ELSEWHERE}`).source}|(?:送信|作成|投稿|保存)(?:しました|されました|完了)|(?:发送|创建|更新)成功|已(?:发送|發送|创建|发布)`,
  "iu",
);
export const ONLY_KEPT = whole(`${KEPT}|${KEPT_ELSEWHERE}`);
export const ONLY_MADE = whole(`${MADE}|${MADE_ELSEWHERE}`);
/** Tools that send. */
export const SENDS =
  /send|mail|message|post|publish|tweet|reply|forward|notify|invite|pay|transfer|charge|refund/;
/** Tools that are named for what they make; some answer with the list of it. */
export const MAKES = /^(?:\w+[._-])?(?:create|add|insert|append|write|upload|update|put|save)/;
/** Tools that make something although they are named for sending it. */
export const ADDS = /comment|repl|notify|draft/;

/** An answer that is nothing but this. */
export const DONE_ALONE =
  /^(?=[^])(?:(?:[✅✓✔👍☑\s]|\uFE0F)*(?:ok|okay|success|successful|succeeded|done|sent|true|yes|created|posted|queued|updated|saved|delivered|published|accepted|completed?|200 ok|2[05]0 2\.\d\.\d ok.{0,80}|gesendet|erledigt|envoyé|enviado|inviato|verzonden|wysłano)?[\s.!]*(?:[✅✓✔👍☑]|\uFE0F)*)$/iu;

/** A number of its own kind, such as a message gets: long, of one word, with a digit in it, and no time or address. */
export const LONE_ID = /^(?=.*\d)(?!\d{4}-\d\d-\d\d)(?!https?:|\w+:\/\/)<?[\w.+@=-]{12,200}>?$/u;

/** An id behind its name. Ids of requests and people are no sign. */
export const ID_IN_TEXT =
  /(?:^|[\s([*_])(?!(?:request|trace|session|correlation|error|user|account|client|tenant|channel|customer|team|job|task_run)[\s_-]?id)(?:[\p{L}]{2,20}[\s_-])?(?:id|sid|uuid|ts)\*{0,2}\s*[:=#]\s*\*{0,2}["'`<(]?[\w.@+=-]*\d[\w.@+=-]{2,}/iu;

/** The id of a mail, which looks like an address. */
export const MESSAGE_ID = /\b(message-?id\s*[:=]\s*)<?[^\s<>]*@[^\s<>]*>?/giu;

/** Words of a denial, and of something that was so before. */
export const NEGATION = new RegExp(
  `${
    whole(
      "no|not|never|none|nothing|without|zero|0|neither|nor|cannot|false|nobody|un(?:sent|successful~|delivered)|nicht|kein~|ohne|niemals?|nichts|bereits|pas|aucune?|jamais|sans|rien|déjà|sin|ning[uú]n~|nunca|nada|ya|non|nessun~|senza|mai|già|não|nenhum~|sem|já|niet|geen|zonder|nooit|al|nie|brak|już",
    ).source
  }|n['’]t(?!\\p{L})|ません|まだ|未|没|沒|不|待`,
  "iu",
);

/** Words of a condition: a sentence with one does not say that it is done. */
export const CONDITION_OF_SENTENCE = whole(
  "if|unless|until|till|once|when|whenever|after you|as soon as|provided|before|assuming|in case|to (?:have|get)|per (?:day|week|month|hour)|are (?:always |only |usually )?(?:sent|delivered|posted|published)|(?:sent|posted|delivered) here|wenn|falls|sobald|sofern|bevor|bis|nach|quand|lorsqu~|dès|avant|après|jusqu~|si|cuando|antes|hasta|quando|prima|dopo|após|finché|als|na|indien|zodra|voordat|totdat|jeśli|gdy|zanim|dopóki|po",
);
export const CONDITION_OF_CLAUSE = whole(
  "would|could|should|may|might|can|must|shall|will|to be|be|being|going to|about to|ready|almost|nearly|trying|attempt~|want|like|würde~|wird|werden|kann|können|könnte|muss|müssen|soll~|sera|seront|serait|doit|peut|pourra|être|será|serán|sería|ser|puede|debe|sarà|saranno|sarebbe|essere|può|deve|pode|seria|zal|zullen|zou|wordt|worden|kan|moet|zostanie|będzie|może|musi",
);
/** Bounds of clauses, each of which speaks for itself. */
export const CLAUSE =
  /,\s|[，、。]|\s[–—-]\s|\s(?:but|however|although|though)\s|\sand (?=(?:it|they|an?|the|your|will|can|may|should)\s)/iu;
/** Second clauses in other languages, which may hold anything, and stems of what is asked for first. */
export const AND_ELSEWHERE =
  /[:;]|\s(?:und|aber|doch|et|mais|y|e|pero|ma|mas|maar|en|i|ale|oraz)\s|bestätig|freigabe|genehmig|ausstehen|wartet|anmeld|bevestig|goedkeur|wacht|v[eé]rifi|verifica|conf[ie]rm|potwierd|zatwierdz|a[pb]+ro[bv]|pend[ie]|atte[ns]|aguard|espera|revisi|code|c[oó]di[cg]|確認|确认|验证|認証|ログイン|登录/iu;
/** Words of something that was before. */
export const ATTRIBUTES = whole(
  "last|previous~|earlier|recent~|ago|history|yesterday|zuletzt|dernier~|último",
);
/** Names of places that hold a past form. */
export const PLACES =
  /\b(?:sent|deleted|saved|archived) (?:items?|folder|mailbox|mail|box|messages|emails|posts|today|this)\b/giu;

/** Steps before the deed: alone they tell of nothing done. */
export const PRELIMINARY = whole(
  "connect~|authenticat~|logged|signed|validat~|parsed|loaded|initiali[sz]~|started|opened|fetched|retrieved|found|checked|prepared|rendered|received|listed|compiled|set ?up|login|simulation|check|look-?up|search|query|verification|handshake|verbunden|verbindung|angemeldet|anmeldung|conne(?:ct|x|ss)~|conectad@|conexión|conexão|verbonden|połączon@",
);

/** Mails and addresses: words in them are names. */
export const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|mailto:\S+|[\w.+-]+@[\w.-]+|<[^<>\s]{3,200}>/giu;

/** Phrases that say that nothing is wrong. */
export const HARMLESS = new RegExp(
  [
    String.raw`\b(?:no|without|zero|0)(?: \p{L}+){0,2} (?:errors?|failures?|warnings?|issues?|problems?|duplicates?|failed|skipped|rejected|bounced|pending|conflicts?)(?: (?:occurred|found|reported))?`,
    String.raw`\b(?:errors?|failed|failures?|skipped|rejected|bounced|warnings?|pending|not sent|retries|duplicates?)["'*_\]]*\s*[:=]\s*["'*_]*(?:0|none|null|no|false|\[\]|\{\}|-)(?![\w.,]*\d)`,
    String.raw`\bno (?:further |additional |more )?(?:action|confirmation|approval|login|changes)(?: is| are)?(?: required| needed| necessary)`,
    String.raw`\b(?:already )?(?:signed|logged) in as \S+`,
    String.raw`^.*\bconsole\b.*$`,
    String.raw`\bkeine? (?:fehler|probleme)|\bsans erreurs?|\bsin errores|\baucune erreur|\bohne fehler`,
  ].join("|"),
  "gimu",
);

interface Hold {
  readonly words: RegExp;
  /** A tool with this in its name does just that. */
  readonly stem?: string;
}

const REVIEW =
  "(?:approv|confirm|review|moderat|verif|consent|permission|authori[sz]|sign[ -]?in|log[ -]?in|validation)~";
const DEED = "(?:sen[dt]|post(?:ed)?|publish(?:ed)?|deliver(?:ed)?|submit(?:ted)?|paid|pay)";

/** Obstacles to a deed, anywhere in the prose: with one of them nobody takes it for done. */
export const HELD: readonly Hold[] = [
  {
    words: whole(
      "draft(?:s|ed)?|~-?entw[uü]rfe?|brouillons?|borrador(?:es)?|bozz[ae]|rascunhos?|concept|szkic~",
    ),
    stem: "draft",
  },
  { words: /下書き|草稿/u, stem: "draft" },
  {
    words: whole(
      "dry[ -]?runs?|probelauf|test[ -]?(?:mod[eu]s?|run|environment|server|account)|trial run|sandbox~|mock~|stub~|simul~|symul~|no[ -]?op|placeholder|demo mode",
    ),
  },
  { words: whole("preview~|vorschau|aperçu|vista previa|anteprima|podgląd|voorbeeld"), stem: "preview" },
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
      `(?:call|try|run|submit|send|invoke|ask)(?: ~){0,3} again|re-?(?:try|run|submit)~|again with|next step|to (?:proceed|continue|finish|complete|send|publish|post|deliver|submit|authori[sz]e|transmit)(?: it| this| the)?|use \\S+ to (?:send|post|publish)|set \\S+\\s*(?:=|to) ?true|pass \\S+\\s*=|send it (?:with|by|using|from|yourself|now|manually)|manually|click|press|tap`,
    ),
  },
  {
    words: whole(
      "sign[ -]in|log[ -]in|login|(?:signed|logged) out|(?:re-?)?authenticate|authori[sz]e|o-?auth|captcha|api[ _-]?key|token|credentials?|(?:re)?connect(?: your)?",
    ),
    stem: "login",
  },
  {
    words: whole(
      `(?:can|could|may|must|should|needs? to|ha(?:s|ve) to|yet to|ready to|about to|going to) (?:now |then |still )?(?:be )?(?:${DEED}|go out)|not yet|(?:is|are) being|sending|in progress|processing|still|outbox|clipboard|unsent|pending|await~|waiting|on hold|held|quarantin~|moderat~`,
    ),
  },
  // It was passed over.
  {
    words: whole(
      "skip(?:ped|ping)|ignored|omitted|unsubscribed|opted out|suppress~|blacklist~|filtered|throttled|duplicates?|already|unchanged|no changes?|nothing|not needed",
    ),
  },
  { words: whole("blocked"), stem: "block" },
  { words: whole("cancel+(?:ed|ing)"), stem: "cancel" },
  { words: whole("disabled|deactivated"), stem: "able" },
  // It went wrong.
  {
    words: whole(
      "fail(?:ed|s|ures?|ing)?|error(?:s|ed)?|exceptions?|unable|could ?n['’o]t|can ?not|can['’]?t|~n['’]t|unsuccessful~|partial(?:ly)?|incomplete|trouble|wrong|sorry|unfortunately|oops|lost|broken|crash~|time[ds]?[ -]?outs?|deadline|too (?:large|big|long|many|small|short|old|late|few)|exceed~|quota|limit(?:s|ed)?|out of|insufficient|overloaded|busy|maintenance",
    ),
  },
  {
    words: whole(
      "required|needed|needs|missing|invalid|malformed|expired|revoked|forbidden|unauthori[sz]ed|permissions?|denied|refused|rejected|bounced|undeliver~|aborted|interrupted|un(?:available|reachable|supported|known|recogni[sz]ed|expected|clear|sure)|offline|disconnected|not[ -]found|no such|not (?:connected|running|available|allowed|permitted|supported|configured|sent|delivered|posted|published|created|possible|authori[sz]ed|confirmed|valid)|only \\S+ (?:are|is|can|may)|null|undefined|none|n/a|maybe|perhaps|possibly|probably",
    ),
  },
  // Some of them only: “2 of 3”, and none: “0 modified”.
  { words: /(?:^|[^\d.])(\d{1,6})\s*(?:of|out of|\/)\s*(?!\1\b)\d{1,6}\b(?!\s*(?:pages?|seiten))/iu },
  {
    words:
      /(?:^|[^\d.,])0 (?:\p{L}+ )?(?:sent|\p{L}{3,}ed|gesendet|envoyé|enviado|messages?|e-?mails?|rows?|files?|recipients?|items?)\b/iu,
  },
];

/** Verbs that make a word in `HELD` the deed itself where the tool is called so. */
export const STEMS = ["draft", "preview", "confirm", "cancel", "login", "skip", "block", "test"] as const;

// Fields. Names are compared in lower case, without `_`, `-` and spaces.

export const HELD_FLAGS = new Set(
  "dryrun isdryrun draft isdraft draftid preview ispreview previewurl simulated simulation testmode sandbox requiresconfirmation confirmationrequired needsconfirmation requiresapproval approvalrequired needsapproval requiresauth needsauth authrequired authenticationrequired requireslogin loginrequired loginurl authurl authorizationurl authorizeurl oauthurl signinurl verificationurl confirmurl confirmationurl confirmationtoken confirmtoken approvalurl actionrequired requiresaction nextstep nextsteps nextaction pending ispending skipped isskipped duplicate isduplicate alreadyexists unchanged noop missing missingfields question elicitation challenge blocked held".split(
    " ",
  ),
);
export const HELD_STATUS =
  /^(?:drafts?|drafted|pending.*|awaiting.*|waiting.*|requires?[ _-].*|needs?[ _-].*|.*[ _-](?:required|needed|pending|review|approval|confirmation|moderation|verification)|preview|dry[ _-]?run|simulated|test|skipped|ignored|duplicate|unchanged|no[ _-]?op|unknown|incomplete|in[ _-]?progress|processing|running|started|working|blocked|held|suppressed|cancel+ed|expired|not[ _-].*|unauth.*|auth.*|noop|null|none|undefined|partial.*|paused|sending)$/i;

/** Fields that hold something only where it was done. */
export const DONE_IN_FLAGS = new Set(
  "sent sentcount issent delivered accepted queued created createdcount updated updatedcount deleted deletedcount posted published messageid messageids inserted insertedcount modifiedcount affectedrows rowsaffected".split(
    " ",
  ),
);
export const IDS =
  /^(?:.*id|_id|sid|ts|uuid|guid|number|sha|htmlurl|permalink|htmllink|weblink|webviewlink|confirmationnumber|trackingnumber)$/;
export const NO_IDS =
  /(?:request|trace|correlation|session|user|account|client|tenant|channel|workspace|org|organization|sender|recipient|team|app|bot|custom|parent|chat|guild|customer|error|span|device|batch|job|run|task|project|owner|author|valid|void|paid|grid|draft|by|action|server|tool|instance)id$|android|avoid|hybrid/;
