import {
  createContext,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from "react";

/** A part's place among those that are taken over one after the other. */
interface Turn {
  isDue: boolean;
  /** Resolves in a task of its own, after those of all parts before it. */
  due: Promise<void>;
  /** Resolves when the part is taken over, or has left the page before that. */
  done: Promise<void>;
  end: () => void;
}

/** The turns of the parts in the page that is being taken over; null before and after that. */
let turns: Turn[] | null = null;

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

function takeTurn(before: Turn[]): Turn {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const last = before.at(-1)?.due ?? Promise.resolve();
  const due = last.then(nextTask).then(() => {
    turn.isDue = true;
  });
  const turn: Turn = { isDue: false, due, done, end };
  before.push(turn);
  return turn;
}

/**
 * Takes a page over in several tasks, so that a slow phone can react between them. Preact alone does it in one task.
 * @param takeOver takes over the page, except for its {@link PagePart}s
 * @returns a promise that resolves when all parts are taken over too
 */
export async function takeOverInParts(takeOver: () => void): Promise<void> {
  const parts: Turn[] = [];
  turns = parts;
  try {
    takeOver();
  } finally {
    turns = null;
  }
  await Promise.all(parts.map(({ done }) => done));
}

interface PagePartProps {
  /** Unique in the page. */
  name: string;
  children: ReactElement;
}

/**
 * A part of a page that scripts take over in a task of its own, after the page around it. Until then the server's part
 * stays on screen and works as it does without scripts. Its element has no box, so the layout is the children's own. A
 * part may hold nothing that the page around it needs immediately, such as an element that the page has a reference to.
 */
export function PagePart({ name, children }: PagePartProps) {
  const [turn] = useState(() => turns && takeTurn(turns));
  const [ids] = useState(() => ({ scope: name, count: 0 }));
  // Scripts take over a part as the server has rendered it, and only then show newer data, because Preact corrects no
  // attribute of what it takes over.
  const [first] = useState(children);
  const [isTaken, setTaken] = useState(turn === null);
  useEffect(() => turn?.end, [turn]);
  const part = (
    <PageIds.Provider value={ids}>
      <div className="contents">{isTaken ? children : first}</div>
    </PageIds.Provider>
  );
  if (turn === null) return part;
  return (
    <Suspense fallback={null}>
      <Awaited turn={turn} onTaken={() => setTaken(true)}>
        {part}
      </Awaited>
    </Suspense>
  );
}

interface AwaitedProps {
  turn: Turn;
  onTaken: () => void;
  children: ReactNode;
}

function Awaited({ turn, onTaken, children }: AwaitedProps) {
  if (!turn.isDue) throw turn.due;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part is taken over once.
  useEffect(() => {
    onTaken();
    turn.end();
  }, []);
  return children;
}

interface IdScope {
  scope: string;
  count: number;
}

/** Counts the ids that a page, or a part of it, has given. The server provides one for each page that it renders. */
export const PageIds = createContext<IdScope>({ scope: "page", count: 0 });

/**
 * An id that is unique in the page, and the same on the server and in the browser. React's `useId` counts in the order in
 * which a page is rendered, and the parts of a page are taken over in another.
 */
export function usePageId(): string {
  const ids = useContext(PageIds);
  const [id] = useState(() => `${ids.scope}-${ids.count++}`);
  return id;
}
