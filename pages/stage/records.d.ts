// The records that the server sends. Written by `python -m tests.support.record_types`.

// --- Rows and aliases ---

/** What can be wrong, and what to do. */
export type Advice = [problem: string, remedy: string];

/**
 * An arc of a lattice, with the text and the color of its piece and a sentence about it.
 *
 * known: whether its piece is in the vocabulary. fraction: its count / the sum of all counts;
 * empty if the model has no counts. id: in the vocabulary, in the end.
 */
export type ArcData = [
  start: number,
  end: number,
  text: string,
  number: number,
  value: string,
  known: boolean,
  sentence: string,
  fraction: string,
  id: number | null,
];

/** The ends of an axis, and whether it is logarithmic. */
export type AxisData = [low: number, high: number, is_log: boolean];

/** A piece, and its probability. state: "open" if it can be removed, "fixed" or "gone". */
export type BoardPiece = [id: number, piece: Chip, share: string, state: string];

/** A word: the ids of its tokens, its count, and the indices of new tokens. */
export type BoardWord = [tokens: number[], times: string, new_tokens: number[]];

/**
 * A word that a merge changed.
 *
 * Its tokens before and after, the indices of new tokens, its count and its CSS class.
 */
export type ChangedWord = [
  before: number[],
  after: number[],
  new_tokens: number[],
  times: string,
  class_name: string,
];

/** A point of a curve: the step and the value. */
export type ChartPoint = [x: number, y: number];

/** What a chart shows at a step: a number, null if it has none there, and its text. */
export type ChartValue = [value: number | null, text: string];

/** How a check went, and a sentence about it. */
export type Check = [state: State, sentence: string];

/** A token as it is drawn: its text, and the number of its color. */
export type Chip = [text: string, number: number];

/**
 * A token as it is drawn: its text, and the number of its color.
 * With a CSS class.
 */
export type ChipData = [text: string, number: number, class_name?: string];

/** An answer to choose. why: why it is right or wrong. */
export type Choice = [content: Content, is_right: boolean, why: string];

/** Which words of a large corpus are shown; find: a part of the words, for "find". */
export type ChosenWords = [words: string, find: string];

/** A line of code: its number in the file, and its text. */
export type CodeLine = [number: number, text: string];

/** A column: its CSS class, which decides its width, and its title. */
export type Column = [class_name: string, title: string];

/** A text under a method. starts: the tokens that start a word after a space. */
export type ComparedText = [name: string, chips: ChipData[], starts: number[]];

/**
 * A token of a compared text: as in the vocabulary, its color, its look, its id, its offsets.
 *
 * covered: the text that it covers. mark: who has the boundary before it.
 */
export type ComparedToken = [
  spelled: string,
  color: number,
  look: string,
  id: number | null,
  start: number,
  end: number,
  covered: string,
  mark: string,
];

/** Words that differ for the same kind of reason, not at all, or even with the same tokens. */
export type ComparisonGroup = [kind: string, title: string, why: string];

export type Content = string | Part[];

/** A question of learners. */
export type CourseQuestion = [question: string, answer: string, link: string];

/** A line of a chart. */
export type Curve = [name: string, points: ChartPoint[]];

/** A token with a CSS class or "", and with a description for the line below the headline. */
export type DescribedChip = [text: string, number: number, class_name: string, description: string];

export type Direction = "ltr" | "rtl";

/** How many questions come back: a text for one, for {n}, and why they do. */
export type Due = [one: string, many: string, why: string];

/** A short fact next to the headline: its text and its CSS class. */
export type Fact = [text: string, class_name: string];

/** A part of a text: its chip, and below it the id of a token, or "". */
export type InspectedPart = [chip: ChipData, id: string];

/** A choice at a position: where its last piece starts, and the product to work out. */
export type LatticeCandidate = [start: number, segmentation: ChipData[], product: string];

/** A row: its cells; pick: the id of the token that the row opens, or None. */
export type ListedToken = [cells: Content[], pick: number | null];

/** A merge: the ids of its tokens; its count, for WordPiece its score. */
export type MergeData = [left: number, right: number, token: number, value: string];

/** A merge by its rank. */
export type MergeRule = [rank: number, left: Chip, right: Chip, token: Chip];

/** A text, and what is said about it. */
export type NamedText = [text: string, about: string];

/** A network card of this computer. */
export type NetworkCard = [address: string, name: string];

/** A link: its text, the path of its page, and the settings that differ. */
export type NextLink = [text: string, path: string, settings: Record<string, string>];

/** An option of a list: its value and its label. */
export type Option = [value: string, label: string];

/**
 * A pair in the table: its ids and its count.
 * With its change and the kind of change.
 * With a mark.
 * For WordPiece with the score, and the length of its bar in percent.
 */
export type PairRow = [
  left: number,
  right: number,
  times: number,
  change?: string,
  class_name?: string,
  mark?: string,
  score?: string,
  length?: number,
];

/** The count of a pair, written out as a sum, from a step on. */
export type PairSum = [step: number, sum: string];

export type Part = string | ChipData;

/** A part of a pattern: its source, and the number of its color. */
export type PatternPart = [source: string, number: number];

/**
 * A row of the table of pieces: cells after the piece, and its mark.
 *
 * trained: its id in the trained vocabulary; None if it is removed, or if this is a secret.
 */
export type PieceRow = [
  id: number,
  chip: Chip,
  cells: Content[],
  mark: string,
  trained: number | null,
];

/** Where the plot is, as fractions of the picture. */
export type PlotArea = [left: number, top: number, right: number, bottom: number];

/** A text for one, and for {n}. */
export type Plural = [one: string, many: string];

export type QuizData = QuestionRecord | NoQuestion;

/** The ends of an axis. */
export type Range = [low: number, high: number];

/** A token of the result, and its id as a text. */
export type ResultToken = [chip: ChipData, id: string];

/** A part of a bar. share: its width, of 1. is_best: whether Viterbi chooses it. */
export type SharePart = [content: Content, share: number, amount: string, is_best: boolean];

/**
 * A bar of shares: what it is of, its parts, their sum, and the same with Viterbi's choice.
 *
 * total: empty if the name says it. hard: the width of Viterbi's bar, of 1. hard_total: empty if
 * it is the total. key: what the bar is about if the reader points at it.
 */
export type ShareRow = [
  name: Content,
  parts: SharePart[],
  total: string,
  hard: number,
  hard_total: string,
  key: string,
];

/** Keys, and what they do. */
export type Shortcut = [keys: string, action: string];

/** The sign of a verdict, and its name. */
export type Sign = [sign: string, name: string];

export type State = "waiting" | "good" | "bad";

/** A button that moves the stage to a step. */
export type StepButton = [label: string, step: number];

/** Links to the steps of BPE and of Unigram. */
export type StepLinks = [bpe: string, unigram: string];

/**
 * A file with a whole table: the label of its link, and its address in our folder of files.
 *
 * waiting: shown while the server makes it. busy, failed: sentences if it cannot.
 */
export type TableFile = [
  label: string,
  address: string,
  waiting: string,
  busy: string,
  failed: string,
];

/** A row of a table: its cells, and the CSS class of the row ("chosen", "tied", ... or ""). */
export type TableRow = [cells: Content[], mark: string];

/** A line of a text with several: its first word, its text, and how many tokens it becomes. */
export type TextLine = [word: number, text: string, total: string];

/** Where a text is, or the text that it copies. */
export type TextSource = [address: string, words: string];

/** The tokens of a word from a step on. */
export type TextVersion = [step: number, chips: DescribedChip[]];

/** A token of a vocabulary, by its id: its text, the number of its color and a description. */
export type TokenData = [text: string, number: number, description: string];

/** What is known of a token: a name and a value. */
export type TokenFact = [name: string, value: string];

/** A stop of the tour. */
export type TourStop = [selector: string, sentence: string, on_phone: string];

/** A token in a tree: its depth, its chip, its id and rank in words, and the id to open. */
export type TreeNode = [depth: number, chip: ChipData, about: string, pick: number | null];

/** A part of a value, marked if the other side lacks it. */
export type ValuePart = [text: string, is_marked: boolean];

/** How many figures have a verdict. */
export type VerdictCount = [kind: string, number: string, words: string];

/**
 * The watched sentence from a step on.
 *
 * A token is its id, or a text if it is not in the vocabulary. starts: the indices of the tokens
 * that start another word.
 */
export type WatchedVersion = [
  step: number,
  tokens: (number | string)[],
  total: string,
  starts: number[],
];

/** A word, and its segmentations before and after a round. */
export type WordChange = [word: string, before: Part[], after: Part[]];

/** A word and its count, as texts. */
export type WordCount = [word: string, times: string];

/** A word before the first step: the ids of its tokens, its count and its CSS class. */
export type WordData = [tokens: number[], times: string, class_name: string];

/**
 * A word from a step on: the ids of its tokens, and the indices of new ones.
 * With the number of characters of each token.
 */
export type WordVersion = [
  step: number,
  tokens: number[],
  new_tokens: number[],
  lengths?: number[],
];

// --- pages/classroom/record_types.py ---

/** What a follower shows. */
export interface FollowerStep {
  query: string;
  step: number;
  /** the same place in the full app */
  url: string;
  /** what the stage shows of the corpus: "before", "changed" */
  view?: string[];
  block?: Block;
  /** what a part hides, and the page has not got */
  hides?: string[];
  /** the parts of a head that show later steps */
  late?: Record<string, unknown>;
  /** instead of a stage */
  notice?: string;
  /** what else than a stage the lecturer shows */
  panels?: PanelData[];
}

/** What the lecturer shows. */
export interface SceneData extends FollowerStep {
  version: number;
  page: string;
  /** what the lecturer has pinned: "pair 3 5", "token 7" */
  pin: string | null;
  /** whether followers may look around, if nothing is asked */
  look: boolean;
  /** whether the lecturer asks for the next step */
  asking: boolean;
  /** of the course or a lesson, which the lecturer presents */
  part: ShownPart | null;
  /** grows each time the lecturer calls everybody back */
  gathered: number;
}

/** What a reader of the events gets first. */
export interface Hello {
  code: string;
  version: number;
  voter: string;
  leads: boolean;
  /** the query of the practice questions that stay after the class */
  homework: string;
}

// --- pages/classroom/shown_part.py ---

/** A part as phones show it. */
export interface ShownPart {
  title: string;
  sentences: string[];
}

// --- pages/course/lesson_page.py ---

/** A part of a lesson as its editor has it; everything is text, and optional but the link. */
export interface DraftPart {
  link: string;
  sentence?: string;
  title?: string;
  note?: string;
  until?: string;
  question?: string;
  answers?: string;
  choices?: string;
  explanation?: string;
  hides?: string;
}

/** What the browser draws the page from. */
export interface LessonPageData {
  lang: string;
  labels: Record<string, string>;
  /** the texts about the files of students */
  results: Record<string, string>;
  /** the packed lesson of the link; empty if it has none */
  lesson: string;
  /** the same as it is written */
  text: string;
  draft: DraftPart[];
  /** why the last draft is no lesson; empty if it is one */
  error: string;
}

// --- pages/course/worksheet.py ---

/**
 * A question as it is printed.
 *
 * introduction: sentences before the prompt. given: what the stage shows. answer: its line in the
 * key. needs_app: whether only the app shows what it is about. is_last: whether it ends a chapter.
 * gives_away: the indices of the questions whose answer it contains. is_left_out: whether it is
 * not selected at first, so that no selected question gives away the answer of another one.
 */
export interface Printed {
  title: string;
  introduction: string;
  given: string;
  prompt: string;
  options: string[];
  answer: string;
  needs_app: boolean;
  is_last: boolean;
  gives_away: number[];
  is_left_out: boolean;
}

// --- pages/encoding/record_types.py ---

/** What the last step shows. */
export interface EncodingResultData {
  title: string;
  total: string;
  tokens: ResultToken[];
  /** how many tokens are not shown */
  more: string;
  /** of the tokens of every step, by the text of their chips */
  token_ids: Record<string, number>;
  ids: string;
  label: string;
  decoded: string;
  /** what decoding cannot restore */
  note: string;
  later: string;
}

/** What the text of an encoding stage needs. */
export interface TextHead<LabelsT extends StageLabels = StageLabels> extends CodeHead<LabelsT> {
  /** empty: the text has only one */
  lines: TextLine[];
  scale: string;
  result: EncodingResultData;
  /** For each word the texts that its tokens can have: their widest sets its width. */
  reserved_texts: string[][][];
}

/** A step of an encoding. */
export interface TextRecord extends StepRecord, HeadlineData {
  after: string;
  /** the indices in the text of the word that the step is about */
  current: number[];
  before: string;
  rows: TableRow[];
}

/** Steps of an encoding, and the words at each of them. */
export interface TextBlock<StepT extends StepRecord = StepRecord> extends Block<StepT> {
  words: TextVersion[][];
}

/** The labels of a stage with a list of which one page is drawn at a time. */
export interface PagedLabels extends StageLabels {
  columns: Column[];
  positions: string;
  page: string;
  earlier: string;
  later: string;
}

/** The texts of the stage of a text that is encoded by merges. */
export interface EncodingLabels extends PagedLabels {
  nothing: string;
  merges: string;
  waiting: string;
}

/** The merges in the list next to the text. */
export interface MergeList {
  merges: MergeRule[];
  merges_note: string;
}

/** The head of a text that is encoded by merges. */
export interface EncodingHead extends TextHead<EncodingLabels>, MergeList {}

/** The ranks that a step marks in the list: of the merge that is applied, and of the others. */
export interface MergeMarks {
  /** 0 if none is applied */
  rank: number;
  waiting: number[];
}

/** The candidates before a step. */
export interface Candidates extends MergeMarks {
  before: string;
  rows: TableRow[];
  more: string;
}

/** A step of an encoding by merges. */
export interface EncodingRecord extends TextRecord, MergeMarks {
  more: string;
}

/** The texts of the stage of a text that is encoded by the longest match. */
export interface MatchingLabels extends PagedLabels {
  vocabulary: string;
}

/** The head of a text that is encoded by the longest match. */
export interface MatchingHead extends TextHead<MatchingLabels> {
  /** the tokens that occur in the text */
  vocabulary: ResultToken[];
  vocabulary_note: string;
}

/** A step of an encoding by the longest match. */
export interface MatchingRecord extends TextRecord {
  /** the place of the found token in the vocabulary; -1 if none is found */
  found: number;
}

// --- pages/fast_training/record_types.py ---

/**
 * The texts of the stage. columns: of each table, before the first merge and after one.
 *
 * note: which tie rule the page uses.
 */
export interface FastLabels extends StageLabels {
  note: string;
  columns: Record<string, Column[]>;
}

/** The head of a fast training. */
export interface FastHead extends CodeHead<FastLabels> {}

/** The rows of a table, with its title and a note below it. */
export interface TitledRows {
  title: string;
  rows: TableRow[];
  note: string;
}

/** A merge of a fast training. */
export interface FastRecord extends StepRecord, HeadlineData {
  heap: TitledRows;
  changed_words: TitledRows;
  changed_counts: TitledRows;
}

// --- pages/figures/record_types.py ---

/** A figure of the texts: as printed and as computed. */
export interface FigureData {
  text: string;
  part: string;
  what: string;
  printed: ValuePart[];
  computed: ValuePart[];
  verdict: string;
  link: string;
  prose: boolean;
  why?: string;
}

/** One of the texts. counts: of its figures, by verdict. */
export interface CourseText {
  id: string;
  title: string;
  about: string;
  counts: Record<string, number>;
  source: TextSource;
}

/** The data of the page. */
export interface CourseData {
  lang: string;
  summary: VerdictCount[];
  texts: CourseText[];
  signs: Record<string, Sign>;
  labels: Record<string, string>;
  figures: FigureData[];
  questions: CourseQuestion[];
}

// --- pages/hosting/reach_view.py ---

/** What `reach_check.js` shows. cards: the other network cards. */
export interface ReachData {
  title: string;
  checks: Check[];
  cards_label: string;
  cards: NetworkCard[];
  advice_label: string;
  advice: Advice[];
}

// --- pages/settings/present.py ---

/** What the bar above a presented stage shows. */
export interface PresentData {
  labels: PresentLabels;
  share: ShareLabels;
  /** the name of the target; empty if it cannot be presented */
  page: string;
  /** its option */
  chosen: string;
  /** whether it shows the stage */
  has_steps: boolean;
  /** whether it is a whole page of text */
  is_whole: boolean;
  /** that a screen must have, see `Target` */
  lines: number;
  pages: Option[];
  corpus: string;
  corpora: Option[];
}

// --- pages/settings/share.py ---

/** The texts of a button that copies. */
export interface CopyLabels {
  copy: string;
  copied: string;
  failed: string;
}

/** The texts of a button that copies a link. */
export interface LinkLabels extends CopyLabels {
  /** instead of "copied", if others cannot reach this computer */
  copied_here: string;
}

/** The texts of the buttons and of the dialog. */
export interface ShareLabels extends LinkLabels {
  present: string;
  embed: string;
  embed_copied: string;
  add: string;
  added: string;
  full: string;
  join: string;
  join_short: string;
  start_class: string;
  class_short: string;
  title: string;
  close: string;
  unreachable: string;
  too_long: string;
  qr_code: string;
  scan: string;
  copy_address: string;
  explanation: string;
  load_error: string;
}

/** What the buttons need. */
export interface ShareData extends ShareLabels {
  /** whether the page can be a part of a lesson */
  can_add: boolean;
}

// --- pages/side_by_side/blocks.py ---

/** The tokens of a text under one tokenizer. */
export interface ComparedRow {
  name: string;
  count: string;
  chips: ComparedToken[];
  /** the settings with which the inspector shows the tokenizer */
  inspected: Record<string, string>;
  /** how many are not shown */
  rest: string;
}

/** A text under each tokenizer. */
export interface ComparedBlock {
  /** empty if it is the only text */
  name: string;
  text: string;
  /** the visible text */
  shown: string;
  lang: string;
  dir: Direction;
  note: string;
  rows: ComparedRow[];
}

/** The texts of the component. */
export interface TokenLabels {
  spell: string;
  agreed: string;
  lone: string;
  /** empty if no token is written with a mark for a space */
  space: string;
  hint: string;
  hint_touch: string;
  token: string;
  unknown: string;
  /** empty where there is no inspector */
  inspect: string;
}

/** The tokens of texts side by side. is_spelled: whether their text is shown at first. */
export interface ComparedTokensData {
  title: string;
  present: string;
  summary: string;
  blocks: ComparedBlock[];
  hidden: string;
  is_spelled: boolean;
  labels: TokenLabels;
  has_marks: boolean;
}

// --- pages/stage/by_hand_types.py ---

/** The texts of a by-hand mode that are there before it is opened. */
export interface ByHandOffer {
  start: string;
  leave: string;
  failed: string;
  retry: string;
}

/** The labels of the buttons of a by-hand mode. */
export interface ByHandLabels {
  undo: string;
  restart: string;
  compare: string;
  hide: string;
}

/** The reader's values next to those of the algorithm, over the choices. */
export interface ByHandChart {
  title: string;
  x_title: string;
  x: Range;
  y: Range;
  /** of the vertical axis */
  ticks: number[];
  lines: Curve[];
}

/** The reader's choices next to those of the algorithm. */
export interface ByHandComparison extends TableData {
  said: string;
  chart: ByHandChart | null;
}

/** What follows from the choices so far in a by-hand mode. */
export interface ByHandRecord<BoardT = unknown> {
  title: string;
  about: string;
  facts: Fact[];
  /** what the last choice did; empty before the first */
  said: string;
  /** the number of choices */
  chosen: number;
  is_done: boolean;
  list: TableData;
  comparison: ByHandComparison;
  labels: ByHandLabels;
  board: BoardT;
}

// --- pages/stage/chart_types.py ---

/** The title of a chart over the steps, and a remark below it. */
export interface ChartHeading {
  title: string;
  note?: string;
}

/** A chart over the steps. */
export interface ChartData {
  svg: string;
  plot: PlotArea;
  x: AxisData;
  y: AxisData;
  /** the curve in words, with {now} for the value at the step */
  caption: string;
  /** that the picture has */
  points: ChartPoint[];
  /** how many decimals a value has */
  digits: number;
}

/** The charts of a run. */
export interface ChartsRecord {
  charts: ChartData[];
}

/** A chart that no step changes. */
export interface PictureData {
  title: string;
  /** empty if it could not be drawn */
  svg: string;
  /** it in words */
  notes: string[];
}

// --- pages/stage/inspection_types.py ---

/**
 * A step of a tokenizer. badge: that it changed the text, or "". more: how many parts are left
 * out, in words.
 */
export interface InspectedStage {
  title: string;
  detail: string;
  badge: string;
  patterns: PatternPart[];
  parts: InspectedPart[];
  more: string;
}

/**
 * All steps. empty: what stands for an empty text. present: the label of the button that
 * presents them; empty where none is.
 */
export interface InspectedStages {
  title: string;
  present: string;
  empty: string;
  stages: InspectedStage[];
}

/** A table of tokens. A token opens when its button is pressed. file: None where none is. */
export interface TokenList {
  title: string;
  heads: Column[];
  rows: ListedToken[];
  open: string;
  note: string;
  file: TableFile | null;
}

/** How a token is made. */
export interface InspectedTree {
  title: string;
  facts: TokenFact[];
  nodes: TreeNode[];
  note: string;
}

/** What a component of the inspector draws: one of these, the others are None. */
export interface InspectorData {
  stages: InspectedStages | null;
  tokens: TokenList | null;
  tree: InspectedTree | null;
}

// --- pages/stage/question_types.py ---

/** The texts of the switch "Predict" and of its panel. */
export interface PredictLabels {
  predict: string;
  hold: string;
  reveal: string;
  check: string;
  count: string;
  right: string;
  wrong: string;
  streak: string;
  how: string;
  next_question: string;
  no_choice: string;
  nothing_left: string;
}

/**
 * What a browser gets of a question that it judges by itself. Empty fields are left out.
 *
 * answers, mistakes: as they are typed. tolerance: of a number, relative. then: what is asked
 * after the right choice.
 */
export interface QuestionRecord {
  kind: string;
  prompt: string;
  choices?: Choice[];
  answers?: string[];
  mistakes?: Record<string, string>;
  tolerance?: number;
  hint?: string;
  hint_marks?: string[];
  worked?: string;
  done?: string;
  then?: QuestionRecord;
}

/** In the place of a question where there is none. */
export type NoQuestion = Record<string, never>;

// --- pages/stage/record_types.py ---

/** The texts of presenting (`present.js`). */
export interface PresentLabels {
  present: string;
  leave: string;
  full_screen: string;
  larger: string;
  smaller: string;
  blank: string;
  bar: string;
  page: string;
  corpus: string;
  word: string;
  type_word: string;
  step: string;
  more_rows: Plural;
  more_words: Plural;
  more_pieces: Plural;
  more_tokens: Plural;
}

/** The labels of the controls that every stage has. */
export interface TransportLabels {
  stage: string;
  transport: string;
  first: string;
  back: string;
  play: string;
  pause: string;
  forward: string;
  last: string;
  step: string;
  title: string;
  present: PresentLabels;
  keys: string;
  close: string;
  shortcuts: Shortcut[];
  jump: string;
  speed: string;
  speeds: Option[];
}

/** The texts that every stage has. */
export interface StageLabels extends TransportLabels, PredictLabels {
  /** the button that goes to the next of the head's `stops` */
  stop: string;
}

/** What holds for every step of what is shown. */
export interface Head<LabelsT extends StageLabels = StageLabels> {
  kind: "training" | "encoding" | "matching" | "comparison" | "lattice" | "rounds" | "fast";
  lang: string;
  /** the last step */
  last: number;
  /** how many steps a block contains */
  size: number;
  /** steps that the button "stop" goes to, ascending */
  stops: number[];
  dir: Direction;
  labels: LabelsT;
}

/** A head of a stage with code. */
export interface CodeHead<LabelsT extends StageLabels = StageLabels> extends Head<LabelsT> {
  /** The title of the code of step {k}; empty if there is none: in the stand-alone report, for EM. */
  code: string;
}

/** One step. */
export interface StepRecord {
  /** what a screen reader says */
  announce: string;
  /** why this step happens, in a sentence */
  why: string;
  quiz?: QuizData;
}

/** Consecutive steps. */
export interface Block<StepT extends StepRecord = StepRecord> {
  first: number;
  steps: StepT[];
}

/** The values of lines at a step, by the index of the line, and a note. */
export interface CodeStep {
  values: Record<number, string>;
  note: string;
}

/** The code of the algorithm, and what consecutive steps show next to it. */
export interface CodeBlock {
  columns: string[];
  lines: CodeLine[];
  first: number;
  steps: CodeStep[];
}

/** What to do after the last step. inspect: the label of the link of a pinned token. */
export interface NextStepsData {
  title: string;
  links: NextLink[];
  inspect: string;
}

export interface CourseLink {
  start: string;
  about: string;
  continue: string;
  done: string;
  finished: string;
  due: Due;
}

/** The words that a stage can show, as the options of a list. */
export interface WordList {
  word: string;
  options: Option[];
}

/** What the first visit shows in place of the page. */
export interface BeginningData {
  promise: string;
  /** each with its count */
  words: NamedText[];
  about: string;
  start: string;
  everything: string;
  language: string;
  /** each code with its name */
  languages: NamedText[];
}

/** What the browser needs to mount a stage. */
export interface StageData {
  files: string;
  /** the name of the stage: its page */
  stage: string;
  kind: string;
  /** the module that draws it */
  renderer: string;
  /** the style sheets that not every stage needs */
  styles: string[];
  /** whether the reader chooses which words are shown */
  has_choice: boolean;
  run: string;
  /** what it steps through; another one starts at its first step */
  subject: string;
  step_param: string;
  lang: string;
  text_lang: string;
  /** the name of the corpus, for the names of files */
  corpus: string;
  /** the by-hand mode, if there is one */
  by_hand: ByHandOffer | null;
  next_steps: NextStepsData;
  /** whether the session only knows the URL that the page was loaded with */
  is_new_session: boolean;
  load_error: string;
  retry: string;
  /** the number of the place opened last; the early stage has none */
  opened?: number;
  course?: CourseLink;
  beginning?: BeginningData;
  /** says that a link asked for a {step} after the {last} */
  beyond?: string;
  watch?: WatchedVersion[];
  /** the sentence to watch */
  sentence?: string;
  words?: WordList;
}

// --- pages/stage/table_types.py ---

/** A table that no step changes. */
export interface TableData {
  title: string;
  columns: Column[];
  rows: TableRow[];
  note: string;
}

/** What is large: `parts`, or the sentence `rest` if there is no equation. */
export interface Equation {
  parts?: Part[];
  rest?: string;
}

/** What the headline shows. */
export interface HeadlineData extends Equation {
  facts: Fact[];
}

/** Tables and charts that no step changes. go: a button below the tables. */
export interface StaticTablesData {
  title?: string;
  tables: TableData[];
  charts?: PictureData[];
  go?: StepButton;
}

/**
 * What followers of a class see where the projector shows no stage.
 *
 * name: what draws the data, one of the `drawers` of a page.
 */
export interface PanelData {
  name: string;
  data: Record<string, unknown>;
}

// --- pages/training/record_types.py ---

/** The texts of the tour. */
export interface TourLabels {
  tour: string;
  next: string;
  done: string;
  leave: string;
  stops_of_tour: TourStop[];
}

/** The texts of a table of pairs. */
export interface PairLabels {
  columns: Column[];
  /** the texts of the marks "chosen" and "tied" */
  marks: Record<string, string>;
}

/** The texts of the stage of a training. */
export interface TrainingLabels extends StageLabels, TourLabels, PairLabels {
  layer: string;
  before: string;
  after: string;
  only: string;
  nothing: string;
  words: string;
  choices: Option[];
  find: string;
  page: string;
  earlier: string;
  later: string;
  watched: string;
  sentence: string;
  merges: string;
  vocabulary: string;
  tree: string;
  /** what became of a {pair} (its name, or its sum) after merge {k} */
  merged: string;
  some_left: string;
  none_left: string;
  pick: string;
  by: string;
  none: string;
  /** the link to the pairs of step {k} */
  csv: string;
  merges_csv: string;
  report: string;
}

/** The head of a training. */
export interface TrainingHead extends CodeHead<TrainingLabels> {
  /** by id; a class gets those that its blocks show */
  tokens: TokenData[];
  words: WordData[];
  merges: MergeData[];
  /** whether sums of pairs have to be fetched one by one */
  sums_on_request: boolean;
  /** the choice of words, if not all are shown */
  choice: ChosenWords | null;
  scale: string;
  notes: string[];
  charts: ChartHeading[];
}

/** What step 0 shows instead of a merge: words, and a sentence about them. */
export interface StartData {
  words: WordCount[];
  about: string;
}

/** The words that a merge changed, of a large corpus. hidden: how many more there are. */
export interface ChangedWords {
  changed?: ChangedWord[];
  hidden?: string;
}

/** A step without what depends on the rule that chooses a pair. */
export interface TrainingStep extends StepRecord, ChangedWords {
  /** the title of the corpus after the merge */
  after: string;
  /** and before it */
  earlier: string;
  /** of the vocabulary */
  size: number;
  values: ChartValue[];
  /** the ids of left, right and new token */
  merge?: number[] | null;
  start?: StartData;
  /** which pairs are shown */
  more?: string;
}

/** A step of a training. */
export interface TrainingRecord extends TrainingStep {
  before: string;
  rows: PairRow[];
  facts: Fact[];
}

/** Steps of a training, and the words at each of them. */
export interface TrainingBlock extends Block<TrainingRecord> {
  words: WordVersion[][];
  /** by "left right", the ids of the pair */
  sums: Record<string, PairSum[]>;
  /** for a class, which has no others */
  tokens?: Record<string, TokenData>;
}

/** One of two tie rules at a step. */
export interface TieRule {
  name: string;
  record: TrainingRecord;
  shared: string;
}

/** Two tie rules at the step where they differ. */
export interface TieRulesData {
  title: string;
  lang: string;
  labels: PairLabels;
  tokens: TokenData[];
  sides: TieRule[];
}

/** Two tie rules, and a button. */
export interface TieRulesPanel extends TieRulesData {
  go: StepButton;
}

/** What of the head shows later steps. */
export interface TrainingSecrets {
  merges: MergeData[];
}

/** The corpus in the by-hand mode. */
export interface CorpusBoardData {
  title: string;
  tokens: Chip[];
  words: BoardWord[];
  scale: string;
  dir: Direction;
  /** names the first of two tokens */
  picked: string;
}

// --- pages/unigram/record_types.py ---

/** The texts of a stage with the picture of a lattice. */
export interface PictureLabels extends StageLabels {
  lattice: string;
  /** what the line of an arc means, by the arc's state */
  lines: Record<string, string>;
}

/** The characters of a word, and the arcs of its lattice. */
export interface Picture {
  text: string[];
  arcs: ArcData[];
  /** whether a file has the pieces: the inspector then shows its tokenizer */
  from_file: boolean;
}

/** The texts of the stage of a lattice. */
export interface LatticeLabels extends PictureLabels {
  best: string;
  best_columns: Column[];
  candidate_columns: Column[];
  all_columns: Column[];
  /** what sampling is; empty if there is nothing to choose from */
  sampling: string;
  why_logs: string;
}

/** Every segmentation of a word, as a table whose columns are in the labels. */
export interface Segmentations {
  title: string;
  rows: TableRow[];
  note: string;
}

/** The head of the lattice of a word. */
export interface LatticeHead extends CodeHead<LatticeLabels>, Picture {
  note: string;
  segmentations: Segmentations;
}

/** What of the head shows later steps. */
export interface LatticeSecrets {
  segmentations?: Segmentations;
}

/** What the picture of a lattice shows in a step. Arcs are given by their index. */
export interface PictureRecord {
  rows: TableRow[];
  /** the position that the step is about; missing on the way back */
  now?: number;
  chosen?: number;
  candidates: number[];
  won: number[];
  path: number[];
  /** whether the second path is shown */
  second?: boolean;
}

/** A step of Viterbi. */
export interface LatticeRecord extends StepRecord, HeadlineData, PictureRecord {
  title: string;
  heading?: string;
  best: TableRow[];
  /** whether the rows are whole segmentations */
  are_paths?: boolean;
}

/** What a step before Viterbi adds to the record of step 0. */
export interface PathStep extends Equation {
  facts: Fact[];
  why: string;
  path?: number[];
  rows: TableRow[];
  heading: string;
}

/** The texts of the stage of a word under both methods. */
export interface ComparedLabels extends PictureLabels {
  merges: string;
  merge_columns: Column[];
  picture: string;
  verdict: string;
  later: string;
  result_columns: Column[];
  second_path: string;
}

/** How BPE's choice and Unigram's differ. */
export interface Verdict {
  rank: string;
  why: string;
  rows: TableRow[];
}

/** The head of a word under both methods. */
export interface ComparedHead extends Head<ComparedLabels>, Picture {
  merges: TableRow[];
  /** the arcs of BPE's path */
  second: number[];
  /** of BPE's tokens, by their text */
  ids: Record<string, number>;
  /** the settings with which the inspector shows BPE */
  inspected: Record<string, string>;
  verdict: Verdict;
}

/** A step of a word under both methods. */
export interface ComparedRecord extends StepRecord, HeadlineData, PictureRecord {
  /** how many merges of BPE the word has so far */
  joins: number;
}

/** What of the head shows later steps. */
export interface ComparedSecrets {
  merges: TableRow[];
  second?: number[];
  verdict?: Verdict;
}

/** What one of the kinds of steps of a word under both methods has of its own. */
export interface ComparedParts extends Equation {
  facts?: Fact[];
  rows?: TableRow[];
  now?: number;
  chosen?: number;
  candidates?: number[];
  won?: number[];
  path?: number[];
}

/** The texts of the stage of a Unigram training. */
export interface RoundsLabels extends StageLabels {
  /** by the kind of a round */
  columns: Record<string, Column[]>;
  first_columns: Column[];
  word_columns: Column[];
  marks: Record<string, string>;
  nothing: string;
  /** the link to the pieces of step {k} */
  csv: string;
}

/** The head of a Unigram training. question_covers: the table in whose place Predict asks. */
export interface RoundsHead extends CodeHead<RoundsLabels> {
  charts: ChartHeading[];
  question_covers: "pieces" | "words";
}

/** The pieces of a vocabulary. more: how many are not shown. */
export interface PieceTable {
  rows: PieceRow[];
  more?: string;
}

/** The words whose segmentation a round changed. */
export interface WordChanges {
  words: WordChange[];
  note: string;
}

/** There is nothing to write out. */
export type NoTable = Record<string, never>;

/** How a step of EM shares counts, or adds the shares up, as bars. */
export interface SharesPicture {
  title: string;
  about: string;
  hard: string;
  rows: ShareRow[];
}

/** A round of a Unigram training. */
export interface RoundRecord extends StepRecord, PieceTable, WordChanges {
  shares: SharesPicture | NoTable;
  values: ChartValue[];
  kind: string;
  title: string;
  facts: Fact[];
  before: string;
  after: string;
  /** what the round computes, written out as a table */
  example: TableData | NoTable;
}

/** A word under BPE and Unigram. kind: that of its group. */
export interface ComparisonRow {
  word: string;
  bpe: Content;
  unigram: Content;
  kind: string;
  /** they differ; empty if they are the same */
  why: string;
  links: StepLinks;
}

/** The texts of a comparison. */
export interface ComparisonLabels {
  title: string;
  present: string;
  columns: Column[];
  only: string;
  steps: string;
  bpe_steps: string;
  unigram_steps: string;
  text: string;
  nothing: string;
}

/** The same words under BPE and Unigram. */
export interface ComparisonData extends ComparisonLabels {
  summary: string;
  /** whether it is about a text, which comes first */
  is_text: boolean;
  groups: ComparisonGroup[];
  rows: ComparisonRow[];
  texts: ComparedText[];
  unknown: string;
}

/** The lattice in the by-hand mode. */
export interface LatticeBoardData {
  picture: PictureRecord;
  title: string;
  candidates: LatticeCandidate[];
}

/** The vocabulary in the by-hand mode. */
export interface PiecesBoardData {
  title: string;
  pieces: BoardPiece[];
  /** why {piece} cannot be removed */
  fixed: string;
  words: TableData;
}
