// The records that the server sends to the browser, and what the modules of the stage share.
// Python writes them in pages/view, pages/practice/presentation.py and pages/settings/stage_section.py.

import type { Pointing } from "./parts/pointing.js";

// --- Texts and tokens ---

/** A token as it is drawn: its text, the number of its color, and a CSS class if it has one. */
export type ChipData = [text: string, number: number, className?: string];

/** A text, or texts and tokens in one line. A sentence marks quotes with U+2068 and U+2069. */
export type Content = string | (string | ChipData)[];

/** A column: its CSS class, which decides its width, and its title. */
export type Column = [className: string, title: string];

/** A row of a table: its cells, and the CSS class of the row ("chosen", "tied", ... or ""). */
export type RowData = [cells: Content[], mark: string];

/** A table that no step changes. */
export interface TableData {
  title: string;
  columns: Column[];
  rows: RowData[];
  note: string;
}

/** A short fact next to the headline: its text and its CSS class. */
export type Fact = [text: string, className: string];

/** What the headline shows: `parts` in large, or the sentence `rest` if there is no equation. */
export interface HeadlineData {
  parts?: (string | ChipData)[];
  rest?: string;
  facts: Fact[];
}

// --- What every stage has ---

export type Direction = "ltr" | "rtl";

/** Labels of the controls that every stage has. */
export interface StageLabels {
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
  jump: string;
  speed: string;
  speeds: [seconds: string, label: string][];
  stop: string;
  present: PresentLabels;
  keys: string;
  close: string;
  shortcuts: [key: string, action: string][];
  predict?: string;
  hold?: string;
  reveal?: string;
  check?: string;
  count?: string;
  right?: string;
  wrong?: string;
  streak?: string;
  how?: string;
  next_question?: string;
  no_choice?: string;
  nothing_left?: string;
  tour?: string;
  next?: string;
  done?: string;
  leave?: string;
  stops_of_tour?: [selector: string, sentence: string, onPhone: string][];
}

/** Texts of presenting (`present.js`). */
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
  step: string;
  /** What does not fit: for one, and for {n}. */
  more_rows: [one: string, many: string];
  more_words: [one: string, many: string];
  more_arcs: [one: string, many: string];
  more_pieces: [one: string, many: string];
  more_tokens: [one: string, many: string];
}

/** What the bar above a presented stage shows. Options: value and label. */
export interface PresentData {
  labels: PresentLabels;
  share: ShareLabels;
  /** The name of the page; empty if it cannot be presented. */
  page: string;
  /** Whether it shows the stage. */
  has_steps: boolean;
  pages: [name: string, title: string][];
  corpus: string;
  corpora: [name: string, title: string][];
}

/** The words that a stage can show, as the options of a list. */
export interface WordList {
  word: string;
  options: [word: string, label: string][];
}

/** What holds for every step of what is shown. */
export interface Head {
  kind: "training" | "encoding" | "matching" | "comparison" | "lattice" | "rounds";
  lang: string;
  /** The last step. */
  last: number;
  /** How many steps a block contains. */
  size: number;
  /** Steps that the button "stop" goes to, ascending. */
  stops: number[];
  dir: Direction;
  labels: StageLabels;
  /** The language of the texts, if known; not sent with the head but with the page. */
  text_lang?: string;
  /** What to do after the last step: links with the settings that differ; absent without a server. */
  next_steps?: NextStepsData;
  /** The link to the course on the first step; absent without a server. */
  course?: CourseLink;
  /** The URL of the folder with the tables to download; the stand-alone report has none. */
  downloads?: string;
}

export interface CourseLink {
  start: string;
  about: string;
  continue: string;
  done: string;
}

export interface NextStepsData {
  title: string;
  links: [text: string, path: string, settings: Record<string, string>][];
}

/** An answer to choose (pages/stage/question.py). */
export type Choice = [content: Content, isRight: boolean, why: string];

/** A question that the browser judges (pages/stage/question.py). Empty fields are left out. */
export interface QuestionRecord {
  /** How it is answered; targets and pairs on the stage have ids: "pair 3 5", "token 7", "3 5". */
  kind: "choice" | "step" | "pick" | "remove" | "merge" | "number" | "tokens" | "word" | "text";
  prompt: string;
  choices?: Choice[];
  /** The right answers and the explanations of wrong ones, as they are typed. */
  answers?: string[];
  mistakes?: Record<string, string>;
  /** How far a decimal number may be off, relative. */
  tolerance?: number;
  hint?: string;
  hint_marks?: string[];
  worked?: string;
  done?: string;
  /** What is asked after the right choice. */
  then?: QuestionRecord;
}

/** One step. */
export interface StepRecord {
  /** What a screen reader says. */
  announce: string;
  /** Why this step happens, in a sentence. */
  why: string;
  quiz?: QuestionRecord | Record<string, never>;
}

/** Consecutive steps. */
export interface Block {
  first: number;
  steps: StepRecord[];
}

/** Fetches a block by its number, or a detail (a sentence) by its name. */
export interface Source {
  (block: number): Promise<Block>;
  <Detail = string>(detail: string): Promise<Detail>;
}

/** What a renderer may call. */
export interface RendererTools {
  go: (step: number) => void;
  source: Source;
  onView: (view: string[]) => void;
  onWords?: (choice: WordChoice) => void;
  /** Take another sentence to watch; absent where the reader cannot change it. */
  onSentence?: (sentence: string) => void;
  /** Open the course; absent without a server. */
  onCourse?: () => void;
}

/** Draws the steps of one kind of stage. */
export interface Renderer {
  /** isAnimated: whether it is one step forward from what is drawn, and may move for a moment. */
  draw(record: StepRecord, block: Block, step: number, isAnimated: boolean): void;
  /** What the reader points at, and has pinned. */
  pointing?: Pointing;
  /**
   * Show a sentence next to the verdict on an answer, until the next step. isAnswer: whether it
   * explains the answer; then what the reader points at does not count.
   */
  explain?(text: string, verdict: HTMLElement, isAnswer: boolean): void;
  /** What a question takes the place of: what would look as if it were about the next step. */
  replacedByQuestion?: HTMLElement;
  /** The title next to which choosing by hand is offered, and the module of what is chosen in. */
  byHand?: { title: HTMLElement; load: () => Promise<BoardModule> };
  /** Show what the question is about: what the current step left. */
  onQuestion?(): void;
  setView?(view: string[]): void;
  /** Load what is printed, but is loaded on the screen only when the reader scrolls to it. */
  loadForPrint?(): Promise<void>;
  watch?(versions: WatchedVersion[], step: number, sentence: string): void;
}

/** What the reader chooses in, by hand, and what follows from the choices in the other column. */
export interface Board {
  node: HTMLElement;
  beside?: HTMLElement;
  draw(record: ByHandRecord): void;
}

/** A module that exports the board of a kind of stage. */
export interface BoardModule {
  board(head: Head, choose: (choice: string) => void, announce: (sentence: string) => void): Board;
}

/**
 * Builds a renderer in `body`. Written as a method, because parameters of methods may be narrower:
 * each renderer takes the head and the records of its own kind.
 */
export type RendererFactory = {
  create(body: HTMLElement, head: Head, tools: RendererTools): Renderer;
}["create"];

// --- Training (pages/view/bpe) ---

/** A token by its id, or, if the vocabulary does not contain it, by its text. */
export type TokenRef = number | string;

/** Tokens by id: text, number of its color (see `colorOf`) and description. */
export interface Tokens {
  tokens: [text: string, number: number, description: string][];
  text_lang?: string;
}

/** A word before the first step: token ids, count and CSS class. */
export type WordData = [tokens: number[], times: string, className: string, newTokens?: number[]];

/** A word from a step on: step, token ids, indices of new tokens, characters of each token. */
export type WordVersion = [
  step: number,
  tokens: number[],
  newTokens?: number[],
  lengths?: number[],
];

/** The watched sentence from a step on: step, tokens, how many, and which start another word. */
export type WatchedVersion = [step: number, tokens: TokenRef[], count: string, starts: number[]];

/** Which words of a large corpus are shown; find: a part of the words, for "find". */
export interface WordChoice {
  words: string;
  find: string;
}

export interface PairLabels {
  columns: Column[];
  /** Texts of the marks "chosen" and "tied". */
  marks: Record<string, string>;
}

export interface TrainingLabels extends StageLabels, PairLabels {
  layer: string;
  before: string;
  after: string;
  only: string;
  nothing: string;
  words: string;
  choices: [value: string, label: string][];
  find: string;
  page: string;
  earlier: string;
  later: string;
  watched: string;
  sentence: string;
  merges: string;
  vocabulary: string;
  tree: string;
  /** What became of a {pair} (its name, or its sum) after merge {k}. */
  merged: string;
  some_left: string;
  none_left: string;
  pick: string;
  by: string;
  none: string;
  /** The link to the pairs of step {k}. */
  csv: string;
  merges_csv: string;
  report: string;
}

export type MergeData = [left: number, right: number, token: number, count: string];

/** A head of a stage with code. */
export interface CodeHead extends Head {
  /** The title of the code of step {k}; empty if there is none: in the stand-alone report, for EM. */
  code: string;
}

export interface TrainingHead extends CodeHead, Tokens {
  labels: TrainingLabels;
  words: WordData[];
  /** Whether sums of pairs have to be fetched one by one. */
  sums_on_request: boolean;
  /** The choice of words, if not all are shown. */
  choice: [words: string, find: string] | null;
  scale: string;
  notes: string[];
  charts: ChartHeading[];
  merges: MergeData[];
}

/**
 * A row of the pair table: ids, count, change, kind of change, mark; for WordPiece also the score
 * and the length of its bar in percent. Empty ends are left out.
 */
export type PairRow = [
  left: number,
  right: number,
  count: number,
  change?: string,
  className?: string,
  mark?: string,
  score?: string,
  length?: number,
];

/** The pair table of a step. */
export interface PairTableData {
  before: string;
  rows: PairRow[];
  more?: string;
}

/** What step 0 shows instead of a merge: words with their counts, and a sentence about them. */
export interface StartData {
  words: [text: string, count: string][];
  about: string;
}

/** What the equation of a merge shows; merge: ids of left, right and new token. */
export interface EquationData {
  merge?: number[] | null;
  start?: StartData;
  facts: Fact[];
}

/** A word that a merge changed: its tokens before and after, indices of new tokens, count, CSS class. */
export type ChangedWord = [
  before: number[],
  after: number[],
  newTokens: number[],
  times: string,
  className: string,
];

export interface TrainingRecord extends StepRecord, PairTableData, EquationData {
  after: string;
  earlier: string;
  /** The size of the vocabulary. */
  size: number;
  values: ChartValue[];
  changed?: ChangedWord[];
  hidden?: string;
}

export interface TrainingBlock extends Block {
  steps: TrainingRecord[];
  words: WordVersion[][];
  /** "left right" -> the pair's count written out as a sum, from a step on. */
  sums: Record<string, [step: number, sum: string][]>;
}

/** Two tie rules at the step where they differ (pages/training/compare_tie_rules.py). */
export interface TieRulesData extends Tokens {
  title: string;
  lang: string;
  labels: PairLabels;
  sides: { name: string; record: TrainingRecord; shared: string }[];
  /** A button that moves the stage to the step. */
  go: [label: string, step: number];
}

// --- Encoding (pages/view/encoding) ---

/** A token of the text, with a description for the line below the headline. */
export type TextChip = [text: string, number: number, className: string, description: string];
export type TextVersion = [step: number, chips: TextChip[]];

/** A head of a stage that shows the result of encoding. */
export interface ResultHead extends Head {
  result: EncodingResultData;
}

/** What the text of an encoding stage needs. */
export interface TextHead extends ResultHead {
  scale: string;
  /** For each word the texts that its tokens can have: their widest sets its width. */
  reserved_texts: string[][][];
}

export interface TextRecord extends StepRecord {
  after: string;
  /** The indices in the text of the word that the step is about. */
  current: number[];
}

/** Labels of a list of which one page is drawn at a time. */
export interface PagedLabels extends StageLabels {
  columns: Column[];
  positions: string;
  page: string;
  earlier: string;
  later: string;
}

export interface EncodingHead extends CodeHead, TextHead {
  labels: PagedLabels & { nothing: string; merges: string };
  /** The merges in the list next to the text, by rank; see `merge_rules.py`. */
  merges: [rank: number, left: ChipData, right: ChipData, token: ChipData][];
  merges_note: string;
}

/** What the last step shows (pages/encoding/result.py). */
export interface EncodingResultData {
  title: string;
  total: string;
  tokens: [chip: ChipData, id: string][];
  /** How many tokens are not shown. */
  more: string;
  ids: string;
  label: string;
  decoded: string;
  /** What decoding cannot restore. */
  note: string;
  later: string;
}

export interface EncodingRecord extends TextRecord, HeadlineData {
  /** The rank of the merge that is applied, 0 if none; the ranks of the other candidates. */
  rank: number;
  waiting: number[];
  before: string;
  rows: RowData[];
  more?: string;
}

export interface EncodingBlock extends Block {
  steps: EncodingRecord[];
  words: TextVersion[][];
}

/** WordPiece on a text (pages/encoding/match_records.py). */
export interface MatchingHead extends CodeHead, TextHead {
  labels: PagedLabels & { vocabulary: string };
  /** The tokens of the vocabulary that occur in the text. */
  vocabulary: [token: ChipData, id: string][];
  vocabulary_note: string;
}

export interface MatchingRecord extends TextRecord, HeadlineData {
  before: string;
  rows: RowData[];
  /** The place of the found token in the vocabulary; -1 if none is found. */
  found: number;
}

export interface MatchingBlock extends Block {
  steps: MatchingRecord[];
  words: TextVersion[][];
}

// --- Unigram (pages/view/unigram) ---

/** An arc of a lattice; level: how high it is drawn; known: whether its piece is in the vocabulary. */
export type ArcData = [
  start: number,
  end: number,
  level: number,
  text: string,
  number: number,
  value: string,
  known: boolean,
  sentence: string,
  /** Its count / the sum of all counts; empty if the model has no counts. */
  fraction: string,
];

export interface LatticeHead extends CodeHead {
  labels: StageLabels & {
    lattice: string;
    best: string;
    best_columns: Column[];
    candidate_columns: Column[];
    /** Of the table of candidates while whole segmentations are multiplied out. */
    path_columns: Column[];
    all_columns: Column[];
    /** What sampling is; empty if there is nothing to choose from. */
    sampling: string;
    why_logs: string;
  };
  /** The characters of the word. */
  text: string[];
  levels: number;
  arcs: ArcData[];
  note: string;
  segmentations: Omit<TableData, "columns">;
}

/** A step of Viterbi. Arcs are given by their index. */
export interface LatticeRecord extends StepRecord, HeadlineData {
  title: string;
  heading?: string;
  best: RowData[];
  rows: RowData[];
  /** "paths" if the rows are whole segmentations. */
  columns?: "paths";
  /** The position that the step is about; missing on the way back. */
  now?: number;
  chosen?: number;
  candidates: number[];
  won: number[];
  path: number[];
}

export interface RoundsHead extends CodeHead {
  charts: ChartHeading[];
  labels: StageLabels & {
    /** Columns by the kind of a round. */
    columns: Record<string, Column[]>;
    word_columns: Column[];
    marks: Record<string, string>;
    nothing: string;
    /** The link to the pieces of step {k}. */
    csv: string;
  };
}

/** What a chart shows at a step: a number, null if it has none there, and its text. */
export type ChartValue = [value: number | null, text: string];

/** The title of a chart over the steps, and a remark below it. */
export interface ChartHeading {
  title: string;
  note?: string;
}

/** The ends of an axis, and whether it is logarithmic. */
export type AxisData = [low: number, high: number, isLog: boolean];

/** A chart over the steps (pages/charts/chart_records.py). */
export interface ChartData {
  svg: string;
  /** Left, top, right and bottom of the plot, as fractions of the picture. */
  plot: [number, number, number, number];
  x: AxisData;
  y: AxisData;
  /** The curve in words, with {now} for the value at the step. */
  caption: string;
  /** The points that the picture has: step and value. */
  points: [step: number, value: number][];
  /** How many decimals a value has. */
  digits: number;
}

export type PieceRow = [id: number, chip: ChipData, cells: string[], mark: string];

export interface RoundRecord extends StepRecord {
  values: ChartValue[];
  kind: string;
  title: string;
  facts: Fact[];
  before: string;
  after: string;
  rows: PieceRow[];
  more?: string;
  words: Content[][];
  note: string;
  /** What the round computes, written out as a table. */
  example: TableData | Record<string, never>;
}

/** What the picture of a lattice needs. */
export interface PictureHead extends Head {
  labels: StageLabels & { lattice: string };
  /** The characters of the word. */
  text: string[];
  levels: number;
  arcs: ArcData[];
  /** The arcs of a second path. */
  second?: number[];
}

/** What the picture of a lattice shows in a step. Arcs are given by their index. */
export interface PictureRecord {
  rows: RowData[];
  now?: number;
  chosen?: number;
  candidates: number[];
  won: number[];
  path: number[];
  /** Whether the second path is shown. */
  second?: boolean;
}

/** One word under both methods (pages/unigram/both_records.py). */
export interface ComparedHead extends PictureHead {
  labels: PictureHead["labels"] & {
    merges: string;
    merge_columns: Column[];
    picture: string;
    verdict: string;
    later: string;
    result_columns: Column[];
    best_path: string;
    second_path: string;
  };
  merges: RowData[];
  verdict: { rank: string; why: string; rows: RowData[] };
}

export interface ComparedRecord extends StepRecord, HeadlineData, PictureRecord {
  /** How many merges of BPE the word has so far. */
  joins: number;
}

/** The same words under BPE and Unigram (pages/unigram/comparison.py). */
export interface ComparisonData {
  title: string;
  present: string;
  text_lang?: string;
  columns: Column[];
  rows: ComparisonRow[];
  texts: [name: string, chips: ChipData[]][];
  text: string;
  summary: string;
  unknown: string;
  nothing: string;
  only: string;
  steps: string;
  bpe_steps: string;
  unigram_steps: string;
}

export interface ComparisonRow {
  word: string;
  bpe: ChipData[];
  unigram: Content;
  same: boolean;
  /** Links to the steps of BPE and of Unigram. */
  links: [bpe: string, unigram: string];
}

// --- Practice (pages/practice/presentation.py) ---

/** A token in a question; raw: the token itself if its text differs. */
export type PracticeChip = [text: string, number: number, raw?: string];
export type PracticeContent = string | PracticeChip[];

/** The field that a click on a token fills; join: what separates two tokens there. */
export interface AnswerField {
  key: string;
  join: string;
}

/** What a question shows: words with counts, or a table, whose rows can be choices. */
export interface GivenData {
  title: string;
  kind: string;
  columns: string[];
  rows: PracticeContent[][];
  dir: Direction;
}

export interface QuestionData {
  part: "question";
  text_lang?: string;
  kind: string;
  prompt: string;
  facts: GivenData[];
  field: AnswerField | null;
}

/** The feedback on an answer, or the hint. */
export interface FeedbackData {
  part: "verdict";
  state: "right" | "wrong" | "skipped" | "hint";
  title: string;
  answer: [name: string, text: string][];
  lines: string[];
  links: [text: string, href: string][];
}

/** Of a skill: its level, right answers in a row, questions of each level, when it comes back. */
export type SkillState = [
  level: number,
  streak: number,
  one: number,
  two: number,
  three: number,
  due: number,
];

/** The skills of the questions of a seed; asked: the number of these questions so far. */
export interface LadderData {
  part: "ladder";
  title: string;
  note: string;
  legend: { title: string; signs: [state: string, text: string][]; lines: string[] };
  here: string;
  skills: [name: string, text: string, done: number, state: string, isDue: boolean][];
  seed: number;
  asked: number;
  kept: Record<string, SkillState>;
  /** Of a set that everybody gets: what a student can download. */
  results?: ResultsData;
}

/** The results of a set of questions (pages/practice/results.py). */
export interface ResultsData {
  format: string;
  seed: number;
  questions: { question: number; skill: string; outcome: string; tries: number }[];
  labels: { name: string; download: string; about: string };
}

export type PracticeData = (QuestionData | FeedbackData | LadderData) & {
  lang: string;
  text_lang?: string;
};

// --- The course, recomputed (pages/view/course) ---

/** A value in parts; a part is marked if the other side lacks it. */
export type ValueParts = [text: string, marked: boolean][];

export interface FigureData {
  text: string;
  part: string;
  what: string;
  printed: ValueParts;
  computed: ValueParts;
  verdict: string;
  link: string;
  prose: boolean;
  why?: string;
}

export interface CourseText {
  id: string;
  title: string;
  about: string;
  counts: Record<string, number>;
  /** Where it is, or the text that it copies. */
  source: [address: string, words: string];
}

export interface CourseData {
  lang: string;
  texts: CourseText[];
  summary: [kind: string, number: string, words: string][];
  figures: FigureData[];
  questions: [question: string, answer: string, link: string][];
  signs: Record<string, [sign: string, name: string]>;
  labels: Record<string, string>;
}

// --- Code, lessons, sharing ---

/** The code of the algorithm, and for each step the values of lines by their index. */
export interface CodeBlock {
  columns: string[];
  lines: [number: number, text: string][];
  first: number;
  steps: { values: Record<number, string>; note: string }[];
}

/** A chart that no step changes; svg: empty if it could not be drawn; notes: it in words. */
export interface PictureData {
  title: string;
  svg: string;
  notes: string[];
}

export interface StaticTablesData {
  tables: TableData[];
  charts?: PictureData[];
}

/**
 * A token of a compared text: as in the vocabulary, its color, its look, its id, its offsets, the
 * text that it covers, and who has the boundary before it.
 */
export type ComparedToken = [
  spelled: string,
  color: number,
  look: "" | "unknown" | "special",
  id: number | null,
  start: number,
  end: number,
  covered: string,
  mark: "" | "agreed" | "lone" | "some",
];

/** The tokens of a text under one tokenizer; rest: how many are not shown. */
export interface ComparedRow {
  name: string;
  count: string;
  chips: ComparedToken[];
  rest: string;
}

/** A text under each tokenizer; name: empty if it is the only text; shown: the visible text. */
export interface ComparedBlock {
  name: string;
  text: string;
  shown: string;
  lang: string;
  dir: "ltr" | "rtl";
  note: string;
  rows: ComparedRow[];
}

export interface ComparedTokensData {
  title: string;
  present: string;
  summary: string;
  blocks: ComparedBlock[];
  hidden: string;
  is_spelled: boolean;
  has_marks: boolean;
  labels: Record<"spell" | "agreed" | "lone" | "hint" | "hint_touch" | "token" | "unknown", string>;
}

/** A part of a lesson as its editor has it; everything is text, and optional but the link. */
export interface DraftPart {
  link: string;
  sentence?: string;
  title?: string;
  note?: string;
  until?: string;
  question?: string;
  answers?: string;
  explanation?: string;
  hides?: string;
}

export interface LessonPageData {
  lang: string;
  labels: Record<string, string>;
  /** The packed lesson of the link; empty if it has none. */
  lesson: string;
  /** The same as it is written. */
  text: string;
  draft: DraftPart[];
  /** Why the last draft is no lesson; empty if it is one. */
  error: string;
}

export interface WorksheetQuestion {
  title: string;
  /** Sentences before the question; may be empty, like `given`. */
  introduction: string;
  /** What the stage shows. */
  given: string;
  prompt: string;
  options: string[];
  /** Its line in the key. */
  answer: string;
  /** Whether only the app shows what it is about. */
  needs_app: boolean;
  /** Whether it is one of those at the end of a chapter. */
  is_last: boolean;
}

export interface WorksheetData {
  lang: string;
  title: string;
  labels: Record<string, string>;
  questions: WorksheetQuestion[];
}

/** What the lecturer's window shows while a lesson is presented. */
export interface PresenterState {
  lang: string;
  labels: Record<string, string>;
  number: number;
  count: number;
  title: string;
  sentences: string[];
  note: string;
  prompt: string;
  answer: string;
  /** The title and the sentences of the next part; empty at the last one. */
  next: string[];
  step: number;
  last: number;
  /** What Page Down does; empty if nothing follows. */
  move: "answer" | "step" | "part" | "";
}

export interface CopyLabels {
  copy: string;
  copied: string;
  failed: string;
}

export interface LinkLabels extends CopyLabels {
  /** Instead of "copied", if others cannot reach this computer. */
  copied_here: string;
}

export interface ShareLabels extends LinkLabels {
  embed: string;
  embed_copied: string;
  join: string;
  start_class: string;
  class_short: string;
  add: string;
  added: string;
  full: string;
  /** Whether the page can be a part of a lesson; the bar of a presented page does not ask. */
  can_add?: boolean;
  join_short: string;
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

/** How others open a page: url is null if they cannot, and has no query if that is too long. */
export type JoinAnswer =
  | { url: string; short: string; image: string | null }
  | { url: null; short: null; image: null };

// --- The course and a teacher's lesson, in the panel (pages/guide) ---

export interface PartData {
  name: string;
  title: string;
  sentences: string[];
  page: string;
  query: string;
  step: number;
  marks: string[];
  hides: string[];
  is_question: boolean;
  /** Of the course: the step that the answer leads to. */
  after?: number;
  task?: QuestionRecord;
  /** Of a lesson: what only the lecturer's window shows. */
  note?: string;
  /** Of a lesson: the last step that is presented, if it is set. */
  until?: number;
}

/** A term of the glossary. forms: as texts write it; the first one is its title. */
export interface TermData {
  name: string;
  forms: string[];
  english: string;
  also: string;
  sentence: string;
  page: string;
  query: string;
}

export interface ChapterData {
  name: string;
  title: string;
  can_do: string;
  parts: PartData[];
}

export interface GuideData {
  lang: string;
  labels: Record<string, string>;
  terms: TermData[];
  chapters: ChapterData[];
}

// --- The free modes (pages/runs/by_hand_records.py): the reader chooses in place of the algorithm ---

/** Texts that are there before the mode is opened. */
export interface ByHandOffer {
  start: string;
  leave: string;
  failed: string;
  retry: string;
}

/** The reader's values next to those of the algorithm, over the choices. */
export interface ByHandChart {
  title: string;
  x_title: string;
  x: [low: number, high: number];
  y: [low: number, high: number];
  /** Of the vertical axis. */
  ticks: number[];
  lines: [name: string, points: [x: number, y: number][]][];
}

/** What follows from the choices so far. */
export interface ByHandRecord<Board = unknown> {
  title: string;
  about: string;
  facts: Fact[];
  /** What the last choice did; empty before the first. */
  said: string;
  /** The number of choices. */
  chosen: number;
  is_done: boolean;
  list: TableData;
  comparison: TableData & { said: string; chart: ByHandChart | null };
  labels: { undo: string; restart: string; compare: string; hide: string };
  board: Board;
}

export interface CorpusBoardData {
  title: string;
  tokens: [text: string, number: number][];
  words: [tokens: number[], times: string, newTokens: number[]][];
  scale: string;
  dir: Direction;
  /** Names the first of two tokens. */
  picked: string;
}

export interface LatticeBoardData {
  title: string;
  picture: PictureRecord;
  candidates: [start: number, segmentation: Content, sum: string][];
}

export interface PiecesBoardData {
  title: string;
  pieces: [id: number, piece: ChipData, share: string, isOpen: boolean][];
  words: TableData;
}

// --- The components in Streamlit (pages/settings/stage_section.py, pages/frame.py) ---

/** What Streamlit hands to a component. */
export interface Component<Data> {
  data: Data;
  parentElement: HTMLElement | ShadowRoot;
  setTriggerValue: (name: string, value: unknown) => void;
  setStateValue: (name: string, value: unknown) => void;
}

export interface StageData {
  run: string;
  /** The kind of stage, and the module that draws it. */
  kind: string;
  renderer: string;
  /** The style sheets that not every stage needs. */
  styles: string[];
  /** Whether the reader chooses which words are shown. */
  has_choice: boolean;
  /** The name of the stage: its page. */
  stage: string;
  /** What it steps through; another one starts at its first step. */
  subject: string;
  step_param: string;
  lang: string;
  /** Whether the session only knows the URL that the page was loaded with. */
  is_new_session: boolean;
  /** The number of the place that was opened last; the early stage has none. */
  opened?: number;
  /** The link to the course on the first step. */
  course?: CourseLink;
  /** The free mode, if there is one. */
  by_hand?: ByHandOffer | null;
  load_error: string;
  retry: string;
  /** Says that a link asked for a {step} after the {last}. */
  beyond?: string;
  watch: WatchedVersion[];
  /** The sentence to watch. */
  sentence: string;
  words?: WordList;
  text_lang?: string;
  /** The name of the corpus, for the names of files. */
  corpus: string;
  next_steps: NextStepsData;
}

declare global {
  interface Window {
    /** The answer of the route `early`, which the page's first script asks for. */
    earlyStage?: Promise<Response | null>;
  }
}

/** What the route `early` sends: the stage of a link, and some of its records by URL. */
export interface EarlyStage {
  data: StageData;
  records: Record<string, unknown>;
}

export interface AddressData {
  query: string;
  /** The subject of the stage of the training page. */
  training: string;
  /** The name of the stage that the page has with these settings; empty without one. */
  stage: string;
  /** Whether the open page has a stage whose step is the parameter "position". */
  has_position: boolean;
  is_new_session: boolean;
  /** The number of the place that was opened last (see `address.js`). */
  opened: number;
  lang: string;
  words: Record<string, string>;
  present: PresentData;
  /** The path of the open page. */
  page: string;
  /** The path and the title of every page, and the name of its stage; empty without one. */
  pages: [path: string, title: string, stage: string][];
  pages_label: string;
  embed: EmbedData;
}

/** The texts of an embedded page (see `embedded.js`). */
export interface EmbedData {
  open: string;
  language: string;
  languages: [code: string, name: string][];
}

// --- A live class (pages/classroom/routes.py describes these events) ---

/** What the lecturer shows. */
export interface ClassState {
  version: number;
  page: string;
  query: string;
  step: number;
  /** What the lecturer has pinned: "pair 3 5", "token 7". */
  pin?: string | null;
  /** Whether followers may look around, if nothing is asked. */
  look: boolean;
  /** Whether the lecturer asks for the next step. */
  asking?: boolean;
  /** What the stage shows of the corpus: "before", "changed". */
  view?: string[];
  /** The name of the window that leads; only with the key. */
  leader?: string;
  /** Grows each time the lecturer calls everybody back. */
  gathered: number;
  /** The same place in the full app. */
  url: string;
  /** Only present if it changed; null if the page has no stage. */
  stage?: StageData | null;
  head?: Head;
  block?: Block;
  late?: Partial<Head>;
  notice?: string;
}

/** A bar of a result. label: of a choice, its parts. */
export interface ClassBar {
  label: Content;
  votes: number;
  right: boolean;
  reason?: string;
  /** The true count or score, as text. */
  value?: string;
}

/** The votes of one round; bars: null below five voters. */
export interface ClassRound {
  answered: number;
  bars: ClassBar[] | null;
  arcs?: [start: number, end: number, votes: number][];
}

export interface ClassResult {
  right: number[];
  answer?: string;
  explanation: string;
  rounds: ClassRound[];
  feedback: string[];
  best?: [start: number, end: number][];
}

/** A question to the class; id is null when there is none. */
export interface ClassQuestion {
  id: string | number | null;
  kind: "predict" | "practice" | "split" | "word";
  state: "open" | "closed" | "revealed";
  round: number;
  ask: string;
  step?: number;
  form?: "typed" | "choice";
  choices?: Content[];
  record?: QuestionData;
  hint?: string;
  join?: string;
  characters?: string[];
  max?: number;
  result?: ClassResult;
}

/** How many have answered; bars and words only for those who may see them. */
export interface ClassTally {
  question: string | number;
  round: number;
  answered: number;
  here: number;
  bars?: ClassBar[] | null;
  arcs?: [start: number, end: number, votes: number][];
  words?: { id: string | number; text: string; count: number }[];
}

/** What a phone has sent as its answer: a choice, a text, or the gaps that are cut. */
export type ClassAnswer = number | string | number[];

export type ClassLabels = Record<string, string>;
