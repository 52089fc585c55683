/**
 * Tells by the name of a heading, or of a label in bold, whether the boxes beneath it are steps. A word says nothing by
 * itself: “Task 3: Verify” is a step, “Task dependencies” are none, and “Steps to verify” are steps again.
 */
import { rememberEach } from "../../kit/remember";

/**
 * A place in a series: `Task 3: …`, `Phase II`, `Step 2`, `Day 1`, `Monday`. Groups: the word, the number or sign, what
 * follows.
 */
const NUMBERED =
  /^[^\p{L}\p{N}]*(task|step|phase|stage|milestone|part|chunk|sprint|iteration|wave|week|day|block|round)(?:\s*[#№]?\s*(\d+(?:\.\d+)*)|\s+([IVX]+|[A-Z]))(?![\p{L}\p{N}])(.?)/iu;
const DAY = /^[^\p{L}\p{N}]*(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/iu;
/** `1. Set up`, `2) Build`: sections of any text are numbered so, too. */
const COUNTED = /^[^\p{L}\p{N}]*(\d{1,3})[.)]\s+\S/u;

const WORD = "(?:roadmap|steps?|tasks?|to-?dos?|actions?|action items?|action plan|checklist|plan of action)";
const BEFORE =
  "(?:(?:the|my|our|all|proposed|planned|suggested|recommended|required|detailed|specific|concrete|remaining|open|pending|execution|implementation|processing|response|action|next|immediate|follow-?up|key|main|to)[ -]+)*";
const AFTER =
  "(?=\\s*$|\\s*[:(\\[–—|,-]|\\s+(?:to|for|of|by|in|on|after|before|with|and|&|required|needed|list|items?|plan|checklist)\\b)";
/** Plainly over steps, whatever follows. */
const STEPS = new RegExp(`^[^\\p{L}\\p{N}]*(?:\\d{1,3}[.)]\\s+)?${BEFORE}${WORD}${AFTER}`, "iu");
/** Over steps as long as nothing says otherwise. */
const LIKE_STEPS =
  /^[^\p{L}\p{N}]*(?:[\p{L}\p{N}&/'’-]+\s+){0,3}(?:roadmap|steps|tasks|to-?dos?|actions|plan|checklist|phases)\s*(?:$|[^\p{L}\p{N}\s])|^[^\p{L}\p{N}]*(?:[\p{L}\p{N}&/'’-]+\s+)?(?:implementation|execution|workflow|procedure)\s*(?:$|[^\p{L}\p{N}\s])/iu;
/** Over steps in the first place; “Next steps” and “Follow-up actions” may come after them. */
const FIRST = /^(?!.*\b(?:next|follow-?up|after|later)\b)/i;

/** Over boxes that are no steps where they stand alone; within steps they are a part of the work. */
const OFTEN_NO_STEPS =
  /verif|validat|\btest(?:s|ing)?\b|review|requirement|quality|\bqa\b|analysis|overview|context|background|files?\b|tools?\b|timeline|schedule|format|conventions?/i;

interface Place {
  /** Lower case. */
  readonly word: string;
  /** `1`, `1.2`; letters and Roman numbers as they stand; empty for a day. */
  readonly number: string;
}

/** The place in a series that a name begins with; null where it begins with none. */
export function placeIn(name: string): Place | null {
  const match = NUMBERED.exec(name);
  const sign = match?.[3] ?? "";
  // A small letter begins the next word: `Phase a bit later`.
  if (match !== null && sign === sign.toUpperCase() && !isMeasured(name))
    return { word: (match[1] ?? "").toLowerCase(), number: match[2] ?? sign };
  const day = DAY.exec(name);
  return day === null ? null : { word: "day", number: "" };
}

/** `Milestone 1 acceptance checklist` is no milestone; `Task 1: Accept the invitation` is a task. */
function isMeasured(name: string): boolean {
  const [, , , , next = ""] = NUMBERED.exec(name) ?? [];
  return (
    next === " " &&
    !/^[^\p{L}\p{N}]*\p{L}+\s*[#№]?\s*[\p{L}\p{N}.]+\s*[:([–—-]/u.test(name) &&
    isOtherThanSteps(name)
  );
}

function isOtherThanSteps(name: string): boolean {
  return means(name, "criteria", "constraints", "notes");
}

/** Whether a heading has a number such as any section may have. */
export function isCounted(name: string): boolean {
  return COUNTED.test(name);
}

/** Whether the boxes beneath come later, are over, or were written by others. */
export function isApart(name: string): boolean {
  return placeIn(name) === null && !(isStepsWord(name) && !isPast(name)) && isKeptApart(name);
}

/** Kept apart from the work, with all that is numbered beneath. */
function isKeptApart(name: string): boolean {
  return means(withoutToBeDone(name), "others", "later", "done");
}

/** “Completed tasks” and “Steps taken” are steps that nobody has to do any more. */
function isPast(name: string): boolean {
  return means(withoutToBeDone(name), "done");
}

function withoutToBeDone(name: string): string {
  return name.replace(/\bbe done\b/i, "");
}

/** Plainly a word for steps, in whichever language. In English the words around it count as well. */
function isStepsWord(name: string): boolean {
  return STEPS.test(name) || (means(name, "steps") && !isOtherThanSteps(name) && !isKeptApart(name));
}

/** `alone`: it does not stand within steps. */
export function isNoSteps(name: string, alone: boolean): boolean {
  if (placeIn(name) !== null) return false;
  if (isPast(name)) return true;
  return (
    !isStepsWord(name) &&
    (isKeptApart(name) || isOtherThanSteps(name) || (alone && OFTEN_NO_STEPS.test(name)))
  );
}

/** A heading of this name may become the Roadmap: the name says no more than that. */
export function isSteps(name: string): boolean {
  return (
    placeIn(name) === null &&
    !isPast(name) &&
    (isStepsWord(name) || (LIKE_STEPS.test(name) && !isNoSteps(name, true)))
  );
}

/** Still to be done: whoever calls it so has not done it, whatever else the note says. */
export function isAhead(name: string): boolean {
  return placeIn(name) === null && means(name, "next", "later");
}

/** The name says so whatever else it says. */
export function isPlainlySteps(name: string): boolean {
  return isSteps(name) && isStepsWord(name);
}

/** Of several, this one is meant in the first place. */
export function isFirst(name: string): boolean {
  return isStepsWord(name) && FIRST.test(name);
}

/** `Steps`, `To-do`: no title of a note. */
export function isBareSteps(name: string): boolean {
  return new RegExp(`^[^\\p{L}\\p{N}]*${BEFORE}${WORD}\\W*$`, "iu").test(name);
}

/** A heading that says of its part that it is done. */
export function saysDone(name: string): boolean {
  return (
    /[✅☑✔]|\b(?:complete|completed|done|finished)\b[^\p{L}\p{N}]*$/iu.test(name) &&
    !/\bnot\b|\bun/i.test(name)
  );
}

type Meaning =
  /** Work that is to be done. English has a grammar of its own for it, above. */
  | "steps"
  /** Facts that have to hold in the end. */
  | "criteria"
  /** Facts that have to hold throughout, or before. */
  | "constraints"
  /** Words that only tell something, or ask, or decide. */
  | "notes"
  /** Words of others, and things that are only looked up, with all that is numbered beneath. */
  | "others"
  /** Work that may come some day. */
  | "later"
  /** Work that is over. */
  | "done"
  /** Work that nobody has done yet. */
  | "next";

type Language =
  "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "sv" | "tr" | "ru" | "zh" | "ja" | "ko";

/**
 * Words of headings, by what they mean, in the languages in which plans are read. A word stands as `folded` leaves it:
 * small letters, no accents, a space for a hyphen. A star stands for further letters; signs of Chinese, Japanese and
 * Korean are found anywhere.
 */
const TABLE: Readonly<Record<Meaning, Partial<Readonly<Record<Language, string>>>>> = {
  steps: {
    de: "schritt|*schritte|aufgabe|aufgaben|aufgabenliste|maßnahme*|massnahme*|vorgehen|ablauf|fahrplan|umsetzung|arbeitspakete|checkliste|zu tun",
    fr: "etape|etapes|tache|taches|a faire|feuille de route|plan d action|deroulement",
    es: "paso|pasos|tarea|tareas|accion|acciones|por hacer|hoja de ruta|plan de accion",
    it: "passi|passaggi|attivita|compiti|azioni|da fare|piano d azione|piano di azione",
    pt: "passo|passos|etapa|etapas|tarefa|tarefas|acao|acoes|a fazer|por fazer|plano de acao",
    nl: "stap|stappen|stappenplan|taak|taken|acties|actiepunten|te doen|werkwijze",
    pl: "krok|kroki|zadanie|zadania|dzialania|do zrobienia|plan dzialania",
    sv: "steg|uppgifter|atgarder|att gora|handlingsplan",
    tr: "adim|adimlar|gorevler|yapilacaklar",
    ru: "шаг|шаги|задачи|задания|этапы|действия|план действий|что сделать",
    zh: "步骤|步驟|任务|任務|待办|待辦|行动计划|行動計劃|路线图",
    ja: "手順|ステップ|タスク|やること|作業|ロードマップ",
    ko: "단계|작업|할 일|절차|로드맵",
  },
  criteria: {
    en: "*criteri*|*accept*|definition of done|definition of ready|*success*|*complian*|*sign off*|*signoff*|*completion*|*readiness*|*pre flight*|*preflight*|*deliverable*|*kpi|*kpis|*metric*|*self review*|*self check*|*required before*|*required for*",
    de: "*abnahme*|*annahme*|akzeptanz*|erfolg*|fertig wenn|erledigt wenn|prufpunkte",
    fr: "critere*|acceptation|recette|definition de fini|definition de termine",
    es: "aceptacion|exito|definicion de hecho|definicion de terminado",
    it: "accettazione|successo|definizione di fatto",
    pt: "aceitacao|aceite|sucesso|definicao de pronto|definicao de feito",
    nl: "acceptatie*|succes*|definitie van klaar",
    pl: "kryteri*|akceptac*|odbior*|sukces*|definicja ukonczenia",
    sv: "framgang*|klart nar",
    tr: "*kriter*|kabul*|basari*|tamamlanma tanimi",
    ru: "критери*|приемк*|приемочн*|успех*|определение готовности",
    zh: "标准|標準|准则|準則|验收|驗收|条件|條件|指标|指標|完成定义",
    ja: "基準|条件|受け入れ|受入|指標|完了の定義",
    ko: "기준|조건|인수|지표|완료의 정의",
  },
  constraints: {
    en: "*constraint*|*guardrail*|*principle*|*assumption*|*prerequisite*|*precondition*|*blocked by*|risk|risks",
    de: "einschrankung*|randbedingung*|rahmenbedingung*|voraussetzung*|vorgabe*|abhangigkeit*|risik*|grundsatz*",
    fr: "contrainte*|prerequis|hypothese*|dependance*|risque*|principe*",
    es: "restriccion*|limitacion*|prerrequisito*|requisitos previos|supuesto*|dependencia*|riesgo*|principio*",
    it: "vincol*|prerequisit*|ipotesi|dipendenz*|rischi|rischio|limitazion*|presuppost*",
    pt: "restric*|prerequisito*|pre requisito*|premissa*|pressuposto*|risco*|limitac*",
    nl: "beperking*|randvoorwaarde*|voorwaarde*|aanname*|afhankelijkhe*|risico*|uitgangspunt*",
    pl: "ograniczen*|zalozen*|zaleznosc*|ryzyk*|wymagania wstepne|warunki",
    sv: "begransning*|forutsattning*|antagande*|beroende*",
    tr: "kisit*|on kosul*|varsayim*|bagimlilik*",
    ru: "ограничен*|предпосылк*|предположен*|зависимост*|риск*|допущен*",
    zh: "约束|約束|限制|前提|假设|假設|依赖|依賴|风险|風險",
    ja: "制約|前提|依存|リスク|仮定",
    ko: "제약|전제|가정|의존|위험|리스크",
  },
  notes: {
    en: "*approv*|*decision*|*reject*|note|notes|log|logs|*logging*|*result*|*outcome*|*question*|known issue|known issues|known bugs|known problems|bug|bugs|*observation*|summar*|*option|*options|*alternative*|*attendee*|*stakeholder*|*material|*materials|*resource|*resources|*budget*|*contact|*contacts|*rollback*|*open point*",
    de: "notiz*|anmerkung*|hinweis*|*protokoll*|frage|fragen|offene punkte|ergebnis*|beobachtung*|zusammenfassung*|genehmigung*|freigabe*|entscheidung*|material*|ansprechpartner*",
    fr: "remarque*|journal|resultat*|approbation*|validation|ressource*",
    es: "nota|notas|registro|pregunta*|observacion*|resumen|aprobacion*|recursos|presupuesto",
    it: "nota|registro|domand*|risultat*|osservazion*|riepilogo|approvazion*|risorse",
    pt: "pergunta*|observac*|resumo|aprovac*|decis*|orcamento",
    nl: "notitie*|opmerking*|logboek|vraag|vragen|samenvatting|goedkeuring*|beslissing*",
    pl: "notatk*|uwagi|dziennik|pytani*|wynik*|podsumowan*|zatwierdzen*|decyzj*|zasoby",
    sv: "anteckning*|logg|fraga|fragor|sammanfattning|godkannande*|beslut",
    tr: "notlar|gunluk|soru*|sonuc*|ozet|onay*|karar*",
    ru: "заметк*|примечан*|журнал|вопрос*|результат*|итог*|одобрен*|решени*",
    zh: "备注|備註|笔记|筆記|说明|說明|日志|问题|問題|结果|結果|总结|總結|审批|審批|决定",
    ja: "メモ|備考|ノート|ログ|質問|結果|まとめ|承認|決定|注意",
    ko: "메모|노트|로그|질문|결과|요약|승인|결정",
  },
  others: {
    en: "lesson|lessons|retrospective|finding|findings|appendix|reference|references|related|example|examples|sample|samples|template|templates|original|quoted|forwarded|transcript|email content|email body|email text|email thread|message content|message body|message text|message preview|request content|request body|request text|request preview|mail content|mail body|mail text|mail preview|file content|file body|file text|file preview|source content|source body|source text|source preview|dependency|dependencies|blocker|blockers|approval|approvals|decision|decisions|if approved|if rejected",
    de: "beispiel*|anhang|anlage|anlagen|quelle|quellen|verweise|vorlage|vorlagen|ursprunglich*|zitat|erkenntnisse",
    fr: "exemple*|annexe*|modele|modeles|origine",
    es: "ejemplo*|anexo*|referencia*|plantilla*",
    it: "esempi|esempio|allegat*|riferiment*|modello|originale",
    pt: "exemplo*|modelo|modelos",
    nl: "voorbeeld*|bijlage*|bronnen|sjabloon",
    pl: "przyklad*|zalacznik*|szablon*|zrodl*",
    sv: "exempel|bilaga|bilagor|kallor|mall",
    tr: "ornek*|kaynak*|sablon*",
    ru: "пример*|приложени*|ссылки|шаблон*|источник*",
    zh: "示例|参考|參考|附录|附錄|模板",
    ja: "参考|付録|テンプレート",
    ko: "예시|참고|부록|템플릿",
  },
  later: {
    en: "backlog|later|future|someday|idea|ideas|wish list|wishlist|nice to have|stretch goal|stretch goals|deferred|postponed|parked|parking lot|icebox|out of scope|non goal|non goals|nongoals|not now|not yet|not doing|not in scope|do not implement",
    de: "spater*|zukunft*|irgendwann|idee|ideen|wunschliste|zuruckgestellt*|verschoben*|nicht jetzt",
    fr: "plus tard|futur*|un jour|idees|reporte|reportes|hors perimetre",
    es: "mas tarde|mas adelante|algun dia|pospuest*|aplazad*|fuera de alcance|fuera del alcance",
    it: "piu tardi|piu avanti|rimandat*|rinviat*|fuori ambito",
    pt: "mais tarde|mais adiante|ideia|ideias|adiad*|fora do escopo|fora do ambito",
    nl: "toekomst*|ooit|ideeen|uitgesteld*|buiten scope",
    pl: "pozniej|przyszl*|kiedys|pomysl*|odlozon*|poza zakresem",
    sv: "senare|framtid*|ideer|uppskjut*",
    tr: "daha sonra|gelecek*|fikir*|ertelen*",
    ru: "позже|потом|будущ*|идеи|отложен*|бэклог",
    zh: "以后|以後|稍后|稍後|未来|未來|将来|將來|想法",
    ja: "後で|将来|今後|アイデア|バックログ|保留",
    ko: "나중|향후|미래|아이디어|보류|백로그",
  },
  done: {
    en: "complete|completed|done|finished|past|previous|previously|already|steps taken|actions taken|action taken|measures taken|archive|archived|history|historical|changelog|change log",
    de: "erledigt*|abgeschlossen*|fertig|bereits|bisher*|verlauf|geschafft",
    fr: "fait|faits|faites|terminees|termines|achevees|deja|historique",
    es: "hecho|hechos|hechas|terminad*|completad*|realizad*|finalizad*|historial",
    it: "fatto|fatti|fatte|completat*|terminat*|conclus*|gia|storico",
    pt: "feito|feitos|feitas|concluid*|historico",
    nl: "gedaan|klaar|afgerond*|voltooid*|afgehandeld*|geschiedenis",
    pl: "zrobion*|ukonczon*|zakonczon*|gotowe|wykonan*|historia",
    sv: "klara|avslutad*|slutford*|fardig*|gjort|historik",
    tr: "tamamlan*|biten|yapilan|gecmis",
    ru: "сделано|готово|выполнен*|завершен*|история",
    zh: "完成|历史|歷史",
    ja: "完了|済み|履歴",
    ko: "완료|이력",
  },
  next: {
    en: "next|open|todo|to do|todos|to dos|remaining|remains|pending|outstanding|upcoming|follow up|follow ups|followup|still|not done|unfinished|planned|what is left|what s left",
    de: "nachst*|offen*|ausstehend*|anstehend*|zu tun|zu erledigen|noch|folgeaufgaben|weiter*|geplant*",
    fr: "prochain*|suivant*|restant*|reste|a faire|en attente|a venir|ouvert*",
    es: "proxim*|siguiente*|pendiente*|por hacer|abiert*",
    it: "prossim*|successiv*|da fare|in sospeso|rimanent*|apert*",
    pt: "seguinte*|pendente*|a fazer|por fazer|abert*|restante*",
    nl: "volgende|openstaand*|te doen|resterend*|nog|vervolg*",
    pl: "nastepn*|kolejn*|otwart*|do zrobienia|pozostal*|oczekujac*",
    sv: "nasta|oppna|att gora|kvar|aterstaende|kommande",
    tr: "sonraki|acik|yapilacak*|kalan|bekleyen",
    ru: "следующ*|дальнейш*|открыт*|сделать|остал*|предстоящ*",
    zh: "下一步|待办|待辦|未完成|后续|後續|接下来|剩余",
    ja: "次|残り|未完了|未対応|やること|予定",
    ko: "다음|남은|할 일|예정|미완료",
  },
};

/** The form in which words are compared. */
export function folded(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .replace(/(\p{L})[-‐'’]+(?=\p{L})/gu, "$1 ")
    .replace(/\be mail/g, "email");
}

const ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Words that begin and end alike stand together, so that most places of a name are passed over at once. */
function patternOf(words: readonly string[]): RegExp {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const isFree = ANYWHERE.test(word);
    const ends = [
      isFree || word.startsWith("*") ? "" : "(?:^|[^\\p{L}])",
      isFree || word.endsWith("*") ? "" : "(?!\\p{L})",
    ];
    const group = groups.get(ends.join(" ")) ?? [];
    groups.set(ends.join(" "), group);
    group.push(folded(word.replace(/\*/g, "")).replace(/ /g, "\\s+"));
  }
  const all = [...groups].map(([ends, group]) => ends.replace(" ", `(?:${group.join("|")})`));
  return new RegExp(all.join("|"), "u");
}

/** Made when a meaning is first asked for: most runs convert no note. */
const patternFor = rememberEach((meaning: Meaning) =>
  patternOf(Object.values(TABLE[meaning]).flatMap((each) => each.split("|"))),
);

/** Whether one of these meanings is said in the name of a heading. */
function means(name: string, ...meanings: readonly Meaning[]): boolean {
  const text = folded(name);
  return meanings.some((each) => patternFor(each).test(text));
}
