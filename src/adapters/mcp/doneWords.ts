/**
 * The tables behind `verdict`: words and fields by which an answer says that it is done, or that something stands in
 * the way. English, and the common words of German, French, Spanish, Italian, Portuguese, Dutch, Polish, Japanese and
 * Chinese. Pure data.
 */

/** Whole words of any language; the pattern `words` may go on in a word with `\p{L}*`. */
function whole(words: string): RegExp {
  return new RegExp(String.raw`(?:^|[^\p{L}\p{N}_])(?:${words})(?![\p{L}\p{N}_])`, "iu");
}

/** Past forms of what a tool does. One of them, without condition and negation, is a sign of success. */
export const DONE = new RegExp(
  [
    whole(
      [
        "sent|resent|re-sent|delivered|dispatched|relayed|queued|enqueued|posted|published|tweeted|created|added|inserted|saved|stored|written|wrote|rewrote|updated|modified|edited|changed|replaced|renamed|moved|copied|deleted|removed|archived|uploaded|submitted|registered|booked|scheduled|accepted|forwarded|replied|invited|shared|assigned|merged|committed|pushed|staged|closed|resolved|completed|finished|executed|transferred|paid|charged|refunded|captured|applied|appended|notified|filed|subscribed|recorded|imported|exported|navigated|clicked|filled|selected|ran|confirmed|cancelled|canceled|enabled|disabled|labell?ed|processed successfully|successfully processed",
        "success|succeeded|successful|successfully|done|complete",
        "gesendet|versendet|versandt|verschickt|abgeschickt|zugestellt|veröffentlicht|erstellt|angelegt|gespeichert|hinzugefügt|aktualisiert|geändert|gelöscht|hochgeladen|gebucht|eingetragen|überwiesen|weitergeleitet|eingereiht|erledigt|ausgeführt|erfolgreich|abgeschlossen",
        "envoyée?s?|expédiée?s?|publiée?s?|créée?s?|enregistrée?s?|ajoutée?s?|mise?s? à jour|modifiée?s?|supprimée?s?|téléchargée?s?|transférée?s?|planifiée?s?|effectuée?s?|réussie?|succès",
        "enviad[oa]s?|envió|publicad[oa]s?|cread[oa]s?|creó|guardad[oa]s?|añadid[oa]s?|agregad[oa]s?|actualizad[oa]s?|eliminad[oa]s?|programad[oa]s?|completad[oa]s?|éxito|exitosamente|correctamente",
        "inviat[oaie]|pubblicat[oaie]|creat[oaie]|salvat[oaie]|aggiunt[oaie]|aggiornat[oaie]|eliminat[oaie]|completat[oaie]|riuscit[oa]|successo",
        "criad[oa]s?|salv[oa]s?|adicionad[oa]s?|atualizad[oa]s?|excluíd[oa]s?|concluíd[oa]s?|sucesso",
        "verzonden|verstuurd|geplaatst|gepubliceerd|aangemaakt|gemaakt|opgeslagen|toegevoegd|bijgewerkt|verwijderd|voltooid|gelukt",
        "wysłan[oyae]|opublikowan[oyae]|utworzon[oyae]|zapisan[oyae]|dodan[oyae]|zaktualizowan[oyae]|usunięt[oyae]|pomyślnie",
      ].join("|"),
    ).source,
    "送信しました|送信完了|送信されました|作成しました|投稿しました|保存しました|发送成功|已发送|已發送|创建成功|已创建|已发布|更新成功",
  ].join("|"),
  "iu",
);

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

/** Words of a denial. */
export const NEGATION = new RegExp(
  whole(
    "no|not|never|none|nothing|without|zero|0|neither|nor|cannot|false|un(?:sent|successful\\p{L}*|delivered)|nicht|kein\\p{L}*|ohne|nie|niemals|nichts|weder|pas|aucune?|jamais|sans|rien|sin|ning[uú]n\\p{L}*|nunca|nada|non|nessun\\p{L}*|senza|mai|não|nenhum\\p{L}*|sem|niet|geen|zonder|nooit|niets|brak|żad\\p{L}*",
  ).source + "|n['’]t(?![\\p{L}])|ません|未|没|沒|不",
  "iu",
);

/** Words of a condition: a sentence with one does not say that it is done. */
export const CONDITION_OF_SENTENCE = whole(
  "if|unless|until|till|once|when|whenever|after you|as soon as|provided|before|assuming|in case|wenn|falls|sobald|sofern|bevor|bis|quand|lorsqu\\p{L}*|dès|avant|jusqu\\p{L}*|si|cuando|antes|hasta|quando|prima|finché|als|indien|zodra|voordat|totdat|jeśli|gdy|zanim|dopóki",
);
export const CONDITION_OF_CLAUSE = whole(
  "would|could|should|may|might|can|must|shall|will|to be|be|being|going to|about to|ready|almost|nearly|trying|attempt\\p{L}*|want|like|würde\\p{L}*|wird|werden|kann|können|könnte|muss|müssen|soll\\p{L}*|sera|seront|serait|seraient|doit|peut|pourra|será|serán|sería|puede|debe|sarà|saranno|sarebbe|può|deve|pode|seria|zal|zullen|zou|wordt|worden|kan|moet|zostanie|będzie|może|musi",
);
/** Bounds of clauses, each of which speaks for itself. */
export const CLAUSE =
  /,\s|\s[–—-]\s|\s(?:but|however|although|though|aber|jedoch|mais|cependant|pero|ma|mas|maar|ale)\s|\sand (?=(?:it |they )?(?:will|can|may|should)\s)/iu;
/** Words of something that was before, and names that hold a past form. */
export const ATTRIBUTES = whole(
  "last|previous\\p{L}*|earlier|recent\\p{L}*|ago|history|yesterday|(?:sent|deleted|saved|archived) (?:items?|folder|mailbox|mail|box|messages|emails|posts|today|this)|zuletzt|dernier\\p{L}*|último",
);

/** Steps before the deed: alone they tell of nothing done. */
export const PRELIMINARY = new RegExp(
  whole(
    "connected|authenticated|logged|signed|validat\\p{L}*|parsed|loaded|initiali[sz]\\p{L}*|started|opened|fetched|retrieved|found|checked|prepared|rendered|received|listed|compiled|setup|set up|login|authentication|preview|simulation|check|lookup|look-up|search|query|verification|connection|handshake|verbunden|angemeldet|connecté\\p{L}*|conectado|connesso",
  ).source,
  "iu",
);

/** Tools that send: to keep or to prepare something is not enough there. */
export const SENDS =
  /send|mail|message|post|publish|tweet|reply|forward|notify|invite|pay|transfer|charge|refund/;
export const TOO_LITTLE_TO_SEND = whole(
  "saved|stored|copied|filled|selected|navigated|opened|composed|written|wrote|edited|recorded|exported|registered|gespeichert|kopiert|enregistrée?s?|guardad[oa]s?|salvat[oaie]|salv[oa]s?|opgeslagen|zapisan[oyae]|saved to",
);
/** Tools that answer with the list of what they made. */
export const MAKES = /^(?:\w+[._-])?(?:create|add|insert|append|write|upload|update|put|save)/;

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

/** Obstacles to a deed, anywhere in the prose: with one of them nobody takes it for done. */
export const HELD: readonly Hold[] = [
  {
    words: whole(
      "drafts?|drafted|entw[uü]rfe?|brouillons?|borrador(?:es)?|bozz[ae]|rascunhos?|concept|szkic\\p{L}*",
    ),
    stem: "draft",
  },
  {
    words: whole(
      "dry[ -]?runs?|probelauf|test[ -]?mod[eu]s?|test[ -]?run|trial run|sandbox\\p{L}*|mock\\p{L}*|stub\\p{L}*|simul\\p{L}*|symul\\p{L}*|no[ -]?op|placeholder|demo mode",
    ),
  },
  {
    words: whole(
      "previews?|previewed|preview(?:ing)?|vorschau|aperçu|vista previa|anteprima|podgląd|voorbeeld",
    ),
    stem: "preview",
  },
  { words: whole("would|würde\\p{L}*|serait|seraient|sería|sarebbe|seria|zou") },
  // Something is asked for first.
  { words: whole("please|bitte|veuillez|por favor|per favore|alstublieft|proszę") },
  {
    words: whole(
      "confirm|to confirm|confirm\\p{L}*\\s*[=:(]|(?:confirmation|verification|authori[sz]ation|authentication|approval|review|consent|permission|action|input|captcha|password|otp|2fa|mfa|login)(?: step)? (?:is |are )?(?:still )?(?:required|needed|necessary|pending|missing|expected)|(?:needs?|requires?|awaiting|await|await for|pending|without|for|until|unless|subject to|waiting for) (?:\\p{L}+ ){0,3}(?:confirmation|confirm|approval|approve|review|moderation|verification|consent|permission|authori[sz]ation|login|sign[ -]?in)|approve|to approve|approved? it|(?:be|once|not|yet) (?:approved|confirmed|reviewed)|confirming|unconfirmed|verification (?:code|link|e-?mail)|one[ -]?time|magic link",
    ),
    stem: "confirm",
  },
  {
    words: whole(
      "(?:call|try|run|submit|send|invoke|ask)(?: \\p{L}+){0,3} again|re-?try|retry(?:ing)?|re-?run|re-?submit|again with|next step|to (?:proceed|continue|finish|complete|send|publish|post|deliver|submit|retry|authori[sz]e|transmit)(?: it| this| the)?|use \\S+ to (?:send|post|publish|confirm)|set \\S+\\s*(?:=|to) ?true|pass \\S+\\s*=|send it (?:with|by|using|from|yourself|now|manually)|manually|click|press|tap",
    ),
  },
  {
    words: whole(
      "sign[ -]in|log[ -]in|login|signed out|logged out|re-?authenticat\\p{L}*|authenticate|authori[sz]e|o-?auth|captcha|api[ _-]?key|token|credentials?|connect your|reconnect",
    ),
    stem: "login",
  },
  {
    words: whole(
      "(?:can|could|may|must|should|needs? to|has to|have to|yet to|ready to|about to|going to|waiting to) (?:now |then |still )?(?:be )?(?:sen[dt]|post(?:ed)?|publish(?:ed)?|deliver(?:ed)?|submit(?:ted)?|paid|pay|go out)|not yet|is being|are being|sending|in progress|processing|still|outbox|clipboard|unsent|postausgang|boîte d'envoi",
    ),
  },
  {
    words: whole(
      "pending|awaiting|waiting|on hold|held|quarantin\\p{L}*|moderat\\p{L}*|ausstehend|wartet|en attente|pendiente|in attesa|pendente|aguard\\p{L}*|wacht|oczek\\p{L}*",
    ),
  },
  // It was passed over.
  {
    words: whole(
      "skipped|skipping|ignored|omitted|unsubscribed|opted out|suppress\\p{L}*|blacklist\\p{L}*|filtered|throttled|duplicates?|already|unchanged|no changes?|nothing|not needed|übersprungen|bereits|ignorée?s?|déjà|omitid[oa]s?|ya existe|ignorad[oa]s?|saltat[oaie]|già|overgeslagen|pominięt\\p{L}*|już",
    ),
  },
  { words: whole("blocked"), stem: "block" },
  {
    words: whole(
      "cancel(?:l)?ed|cancelling|abgebrochen|storniert|annulée?s?|cancelad[oa]s?|annullat[oaie]|geannuleerd|anulowan\\p{L}*",
    ),
    stem: "cancel",
  },
  { words: whole("disabled|deactivated|deaktiviert"), stem: "able" },
  // It went wrong.
  {
    words: whole(
      "fail(?:ed|s|ure|ures|ing)?|errors?|errored|exceptions?|unable|could ?n['’o]t|cannot|can['’]?t|can not|won['’]t|wasn['’]t|isn['’]t|doesn['’]t|didn['’]t|hasn['’]t|unsuccessful\\p{L}*|partial(?:ly)?|incomplete|trouble|wrong|sorry|unfortunately|oops|lost|broken|crash\\p{L}*",
    ),
  },
  {
    words: whole(
      "time[ds]?[ -]?outs?|timed? ?out|deadline|too (?:large|big|long|many|small|short|old|late|few)|exceed\\p{L}*|quota|limit(?:s|ed)?|rate[ -]?limit\\p{L}*|out of|insufficient|overloaded|busy|maintenance",
    ),
  },
  {
    words: whole(
      "required|missing|invalid|malformed|expired|revoked|forbidden|unauthori[sz]ed|permissions?|denied|refused|rejected|bounced|undeliver\\p{L}*|aborted|interrupted|unavailable|offline|unreachable|disconnected|unsupported|not[ -]found|no such|unknown|unrecogni[sz]ed|unexpected|not (?:connected|running|available|allowed|permitted|supported|configured|sent|delivered|posted|published|created|possible|authori[sz]ed|confirmed|valid)|null|undefined|none|n/a|unclear|unsure|maybe|perhaps|possibly|probably",
    ),
  },
  // The same in other languages.
  {
    words: whole(
      "bestätig(?:en|e|ung)\\p{L}*|erforderlich|benötig\\p{L}*|nötig|anmeld\\p{L}*|erneut|freigabe|genehmig\\p{L}*|zeitüberschreitung|ungültig\\p{L}*|fehl\\p{L}*|abgelehnt|verweigert|gesperrt|leider|unbekannt|abgelaufen|zu (?:groß|lang|viele)|nicht",
    ),
  },
  {
    words: whole(
      "confirm(?:er|ez|ation)|requise?s?|nécessaire|connectez|réessay\\p{L}*|approbation|délai|échec|échou\\p{L}*|erreurs?|impossible|invalide|refusée?s?|introuvable|expirée?s?|trop|malheureusement|pas",
    ),
  },
  {
    words: whole(
      "confirm[ea]|confirmar|confirmación|requier\\p{L}*|requerid[oa]s?|necesari\\p{L}*|inici[ae]r? sesión|reintent\\p{L}*|aprobación|errores|fall[oóa]|fallad[oa]|fallido|imposible|inválid[oa]s?|rechazad[oa]s?|denegad[oa]s?|no se|expirad[oa]s?|agotad[oa]|demasiad\\p{L}*",
    ),
  },
  {
    words: whole(
      "conferma\\p{L}*|richiest[oa]|necessari[oa]|accedi|accedere|riprova\\p{L}*|approvazione|errore|errori|fallit[oa]|impossibile|rifiutat[oa]|negat[oa]|scadut[oa]|troppo|non",
    ),
  },
  {
    words: whole(
      "confirme|confirmação|necessári[oa]|faça login|tente|aprovação|erros?|falh\\p{L}*|inválid[oa]|recusad[oa]|negad[oa]|tempo esgotado|não",
    ),
  },
  {
    words: whole(
      "bevestig\\p{L}*|vereist|nodig|inloggen|opnieuw|goedkeuring|fout\\p{L}*|mislukt|ongeldig|geweigerd|verlopen|niet",
    ),
  },
  {
    words: whole(
      "potwierd\\p{L}*|wymagan\\p{L}*|zaloguj\\p{L}*|ponownie|zatwierdz\\p{L}*|błąd|błędy|niepowodz\\p{L}*|nieprawidł\\p{L}*|odrzucon\\p{L}*|wygasł\\p{L}*|nie",
    ),
  },
  {
    words:
      /下書き|確認|确认|草稿|失败|失敗|エラー|错误|錯誤|ログイン|登录|登錄|待|保留|超时|タイムアウト|未|没有|ません|拒/u,
  },
  // Some of them only: “2 of 3”, and none: “0 modified”.
  { words: /(?:^|[^\d.])(\d{1,6})\s*(?:of|out of|\/)\s*(?!\1\b)\d{1,6}\b(?!\s*(?:pages?|seiten))/iu },
  {
    words:
      /(?:^|[^\d.,])0 (?:\p{L}+ )?(?:sent|modified|created|updated|deleted|delivered|posted|processed|added|changed|published|saved|inserted|gesendet|envoyé|enviado|messages?|e-?mails?|rows?|files?|recipients?|items?)\b/iu,
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
  /^(?:drafts?|drafted|pending.*|awaiting.*|waiting.*|requires?[ _-].*|needs?[ _-].*|.*[ _-](?:required|needed|pending)|preview|dry[ _-]?run|simulated|test|skipped|ignored|duplicate|unchanged|no[ _-]?op|unknown|incomplete|in[ _-]?progress|processing|running|started|working|blocked|held|suppressed|cancel+ed|expired|not[ _-].*|unauth.*|auth.*|noop|null|none|undefined|partial.*|paused|sending)$/i;

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
