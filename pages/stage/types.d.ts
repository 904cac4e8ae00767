// What the modules of the stage share, and records that are not in `records.d.ts` yet.

import type { Pointing } from "./parts/pointing.js";
import type {
  Block,
  Content,
  CourseLink,
  Direction,
  Due,
  EncodingResultData,
  Head,
  NextStepsData,
  Picture,
  PictureLabels,
  PresentData,
  Printed,
  QuestionRecord,
  SceneData,
  StageData,
  StageLabels,
  StepRecord,
  TrainingHead,
  TrainingRecord,
  WatchedVersion,
} from "./records.d.ts";

// --- What every stage has ---

declare module "./records.d.ts" {
  /** What a mounted stage adds to the head. */
  interface Head<LabelsT extends StageLabels = StageLabels> {
    /** The language of the texts, if known. */
    text_lang?: string;
    /** What to do after the last step; absent without a server. */
    next_steps?: NextStepsData;
    /** The link to the course on the first step; absent without a server. */
    course?: CourseLink;
    /** The URL of the folder with the tables to download; the stand-alone report has none. */
    downloads?: string;
  }
}

/** Which words of a large corpus are shown; find: a part of the words, for "find". */
export interface WordChoice {
  words: string;
  find: string;
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

// --- Parts of records that modules draw ---

/** A token by its id, or, if the vocabulary does not contain it, by its text. */
export type TokenRef = number | string;

/** Tokens by id. */
export type Tokens = Pick<TrainingHead, "tokens"> & { text_lang?: string };

/** The pair table of a step. */
export type PairTableData = Pick<TrainingRecord, "before" | "rows" | "more">;

/** What the equation of a merge shows. */
export type EquationData = Pick<TrainingRecord, "merge" | "start" | "facts">;

/** A head of a stage that shows the result of encoding. */
export type ResultHead = Head & { result: EncodingResultData };

/** What the picture of a lattice needs. second: the arcs of a second path. */
export type PictureHead = Picture & {
  dir: Direction;
  text_lang?: string;
  labels: Pick<PictureLabels, "lattice">;
  second?: readonly number[];
};

// --- Practice (pages/practice/presentation.py) ---

/** A token in a question; raw: the token itself if its text differs. */
export type PracticeChip = [text: string, number: number, raw?: string];
export type PracticeContent = string | PracticeChip[];

/** The field that a click on a token fills; join: what separates two tokens there. */
export interface AnswerField {
  key: string;
  join: string;
}

/** What a question shows: words with counts, a table, whose rows can be choices, or a lattice. */
export interface GivenData {
  lattice?: PictureHead;
  title: string;
  kind: string;
  columns: string[];
  rows: PracticeContent[][];
  dir: Direction;
}

export interface QuestionData {
  part: "question" | "material"; // all of it, or what it shows
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
  skills: [
    name: string,
    text: string,
    done: number,
    state: string,
    isDue: boolean,
    chapter: string,
  ][];
  /** The last chapter from which questions come by themselves, and what is said about it. */
  begun: number;
  about_begun: string;
  seed: number;
  asked: number;
  kept: Record<string, SkillState>;
  /** How many questions are due. */
  due: Due;
  /** Of a set that everybody gets: what a student can download. */
  results?: ResultsData;
  /** The files for a learning platform; words: the language of the words of questions. */
  platform: { labels: Record<string, string>; words: string };
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

// --- Code, lessons, sharing ---

export interface WorksheetData {
  lang: string;
  title: string;
  labels: Record<string, string>;
  questions: Printed[];
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

/** How others open a page: url is null if they cannot, and has no query if that is too long. */
export type JoinAnswer =
  | { url: string; short: string; image: string | null }
  | { url: null; short: null; image: null };

// --- The course and a teacher's lesson, in the panel (pages/guide) ---

export interface PartData {
  name: string;
  title: string;
  sentences: string[];
  /** Of the course: another task of this kind, worked out; may be empty. */
  example?: string;
  page: string;
  query: string;
  step: number;
  marks: string[];
  hides: string[];
  /** Of the course: what of it stays hidden after the answer. */
  keeps?: string[];
  /** Of the course: what is highlighted, too, after the answer. */
  done_marks?: string[];
  is_question: boolean;
  /** Of the course: the step that the answer leads to. */
  after?: number;
  /** Of the course: whether a class is asked something else in place of a task on the stage. */
  is_for_class?: boolean;
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
  /** Where the reader can go on with own words. */
  free?: PlaceLink | null;
  /** Of the course: what Practice asks about the chapter. */
  skills?: SkillLink[];
}

export interface PlaceLink {
  page: string;
  query: string;
}

/** A skill of Practice. part: that explains it; position: of its first question. */
export interface SkillLink {
  skill: string;
  part: string;
  name: string;
  position: number;
}

export interface GuideData {
  lang: string;
  /** Of the course: how many questions are due. */
  due?: Due;
  labels: Record<string, string>;
  terms: TermData[];
  chapters: ChapterData[];
}

// --- The components in Streamlit (pages/settings/stage_section.py, pages/frame.py) ---

/** What Streamlit hands to a component. */
export interface Component<Data> {
  data: Data;
  parentElement: HTMLElement | ShadowRoot;
  setTriggerValue: (name: string, value: unknown) => void;
  setStateValue: (name: string, value: unknown) => void;
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
  /** The name of the session. */
  session: string;
  /** How many pages the session has opened. */
  opened_pages: number;
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
  /** The link to the class from which this tab was opened. */
  way_back: string;
  /** What the projector says while the server does not answer. */
  server_away: string;
  too_long: string; // with {length} and {most}
  /** What leads back to the course. */
  course: string;
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
export interface ClassState extends SceneData {
  /** The name of the window that leads; only with the key. */
  leader?: string;
  /** Only present if it changed; null if the page has no stage. */
  stage?: StageData | null;
  head?: Head;
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
  kind: "predict" | "practice" | "split" | "word" | "own" | "part";
  state: "open" | "closed" | "revealed";
  round: number;
  ask: string;
  step?: number;
  form?: "typed" | "choice" | "number" | "text" | "tokens" | "word";
  /** Whether it is like the question before, to see whether talking has helped. */
  similar?: boolean;
  choices?: Content[];
  record?: QuestionData;
  hint?: string;
  join?: string;
  characters?: string[];
  max?: number;
  result?: ClassResult;
  /** Of the summary only: all votes, also of few voters, and when and about what it was asked. */
  votes?: { answered: number; bars: ClassBar[] }[];
  where?: { at: number; corpus: string; step: number | null };
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
  /** Networks with many more votes than phones; only with the key. */
  networks?: { id: string; votes: number; phones: number; is_out: boolean }[];
}

/** What a phone has sent as its answer: a choice, a text, or the gaps that are cut. */
export type ClassAnswer = number | string | number[];

export type ClassLabels = Record<string, string>;
