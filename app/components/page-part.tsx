import {
  createContext,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from "react";

/** The time at which a part of a page is taken over. */
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
  const turn: Turn = {
    isDue: false,
    due: (before.at(-1)?.due ?? Promise.resolve()).then(nextTask).then(() => {
      turn.isDue = true;
    }),
    done: new Promise((resolve) => {
      end = resolve;
    }),
    end: () => end(),
  };
  before.push(turn);
  return turn;
}

/**
 * Lets scripts take a page over in several tasks, so that a slow phone can react between them: Preact takes over all of a
 * page in one task otherwise.
 * @param takeOver takes over the page, except for its {@link PagePart}s
 * @returns a promise that resolves when all parts are taken over too
 */
export async function takeOverInParts(takeOver: () => void): Promise<void> {
  const parts: Turn[] = [];
  turns = parts;
  takeOver();
  turns = null;
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
 * part is no place for what the page around it needs at once, such as an element that it holds a reference to.
 */
export function PagePart({ name, children }: PagePartProps) {
  const [turn] = useState(() => turns && takeTurn(turns));
  const [ids] = useState(() => ({ scope: name, count: 0 }));
  // What the server has rendered is taken over with the data that it was rendered with, then updated to the newest.
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
