import type { Socket } from "socket.io-client";
import type { QuestionDto } from "~/core/shared/contract";
import { findFaults } from "~/tests/simulation/checker";
import type { Observation } from "~/tests/simulation/history";
import {
  type AnswerAttempt,
  findAnswerFaults,
  type QuestionsView,
  toSeenQuestion,
} from "./answer-checker";
import {
  allowedRecoveryMs,
  type LiveServer,
  type Member,
  type Message,
  type Pair,
  type Way,
} from "./live-server";

const RETRY_MS = 1_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** How long a message over the socket may stay unanswered before it is sent again. */
const SOCKET_ANSWER_MS = 3_000;
/** How long all clients may take to rejoin before they count as lost. */
const RECOVERY_MS = 90_000;
/** How long a message is retried before the soak fails. */
const GIVE_UP_MS = 180_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Acts like one member's browser. It sends each message until it is answered, and lists the messages after each join.
 */
class Talker {
  readonly member: Member;
  readonly socket: Socket;
  readonly history: Observation[] = [];
  readonly answerHistory: (AnswerAttempt | QuestionsView)[] = [];
  readonly seen = new Map<string, Message>();
  answered = 0;
  joinedAt = 0;
  readonly away: number[] = [];
  readonly way: Way;
  #lostAt: number | null = null;
  #server: LiveServer;
  #conversationId: string;
  #isStopped = false;
  #pendingFetch: Promise<void> = Promise.resolve();
  lastRefusal: string | null = null;

  #answers = 0;

  constructor(server: LiveServer, pair: Pair, index: 0 | 1, way: Way) {
    this.#server = server;
    this.#conversationId = pair.conversationId;
    this.way = way;
    this.member = pair.members[index];
    const { conversationId } = pair;
    this.socket = server.connect(
      this.member,
      way,
      way === "own" ? { conversation: conversationId } : {},
    );
    this.socket.on("connect", () => {
      this.socket.emit("join_conversation", this.#conversationId);
    });
    this.socket.on("disconnect", () => {
      this.#lostAt ??= performance.now();
    });
    this.socket.on("joined_conversation", () => {
      this.joinedAt = performance.now();
      if (this.#lostAt !== null) this.away.push(this.joinedAt - this.#lostAt);
      this.#lostAt = null;
      this.#pendingFetch = this.#fetchUntilDone();
    });
    this.socket.on("new_message", (message: Message) => {
      this.seen.set(message.message_id, message);
      this.history.push({
        kind: "live",
        connection: `${this.member.memberId} ${this.socket.id}`,
        at: performance.now(),
        message,
      });
    });
  }

  /** @param isAnswering whether an answer to a question follows each message */
  async talk(seed: number, everyMs: number, isAnswering: boolean): Promise<void> {
    await sleep((seed * 97) % everyMs);
    for (let i = 0; !this.#isStopped; i++) {
      await this.#sendUntilAnswered(
        `${this.member.memberId.slice(0, 8)} ${i}`,
        crypto.randomUUID(),
      );
      if (isAnswering) await (await this.prepareAnswer())?.().catch(() => {});
      await sleep(everyMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  settle(): Promise<void> {
    return this.#pendingFetch;
  }

  async list(isFinal: boolean): Promise<Message[]> {
    const began = performance.now();
    const messages = await this.#server.listMessages(this.member, this.#conversationId);
    const { memberId } = this.member;
    const ended = performance.now();
    this.history.push({ kind: "list", memberId, began, ended, messages, isFinal });
    return messages;
  }

  async readQuestions(): Promise<QuestionDto[]> {
    const began = performance.now();
    const response = await this.#server.call(this.member, "GET", this.#questionsPath);
    if (response.status !== 200) throw new Error(`questions answered ${response.status}`);
    const questions = (await response.json()) as QuestionDto[];
    this.#noteQuestions(began, questions);
    return questions;
  }

  get #questionsPath(): string {
    return `/pairings/conversation/${this.#conversationId}/questions`;
  }

  #noteQuestions(began: number, questions: readonly QuestionDto[]): void {
    this.answerHistory.push({
      kind: "questions",
      memberId: this.member.memberId,
      began,
      ended: performance.now(),
      questions: questions.map(toSeenQuestion),
    });
  }

  /**
   * @returns a function that tries once to answer the open question, or to replace the member's answer to it. Null if
   * the server is away or all questions are revealed
   */
  async prepareAnswer(): Promise<(() => Promise<void>) | null> {
    const questions = await this.readQuestions().catch(() => []);
    const open = questions.findLast(({ question }) => question !== null);
    if (!open || open.theirs !== null) return null;
    return () => this.#answer(open.level);
  }

  async #answer(level: QuestionDto["level"]): Promise<void> {
    const { memberId } = this.member;
    const text = `${memberId.slice(0, 8)} answers ${this.#answers++}`;
    const began = performance.now();
    const attempt: AnswerAttempt = { kind: "answer", memberId, level, text, began, ended: null };
    this.answerHistory.push(attempt);
    const path = `${this.#questionsPath}/${level}`;
    const response = await this.#server.call(this.member, "PUT", path, { answer: text });
    if (response.status !== 200) return;
    attempt.ended = performance.now();
    this.#noteQuestions(began, [(await response.json()) as QuestionDto]);
  }

  async #sendUntilAnswered(content: string, clientId: string): Promise<void> {
    const { memberId } = this.member;
    this.history.push({ kind: "written", memberId, clientId });
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (performance.now() < giveUpAt) {
      const stored = await this.#trySend(content, clientId);
      if (stored) {
        const ended = performance.now();
        this.history.push({ kind: "send", memberId, clientId, ended, stored });
        this.answered += 1;
        return;
      }
      await sleep(RETRY_MS);
    }
    throw new Error(`a message was never answered; last refusal: ${this.lastRefusal}`);
  }

  /** @returns null if the server is away or refuses */
  async #trySend(content: string, clientId: string): Promise<Message | null> {
    try {
      if (this.way === "own" && this.socket.connected) {
        const answer: { ok: boolean; message: Message } = await this.socket
          .timeout(SOCKET_ANSWER_MS)
          .emitWithAck("send_message", {
            content,
            client_id: clientId,
            conversationId: this.#conversationId,
          });
        if (answer.ok) return answer.message;
        this.lastRefusal = JSON.stringify(answer);
      }
      const response = await fetch(
        `${this.#server.url}/api/pairings/conversation/${this.#conversationId}/messages`,
        {
          method: "POST",
          headers: {
            Authorization: `Bearer ${this.member.token}`,
            "Content-Type": "application/json",
          },
          body: JSON.stringify({ content, client_id: clientId }),
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        },
      );
      const body: unknown = await response.json();
      if (response.status === 201 || response.status === 200) return body as Message;
      this.lastRefusal = `${response.status} ${JSON.stringify(body)}`;
      return null;
    } catch {
      return null;
    }
  }

  async #fetchUntilDone(): Promise<void> {
    for (;;) {
      try {
        for (const message of await this.list(false)) this.seen.set(message.message_id, message);
        return;
      } catch {
        if (!this.socket.connected) return;
        await sleep(RETRY_MS);
      }
    }
  }
}

interface SoakOptions {
  cuts: number;
  /** How long the server is up before the next cut, in milliseconds. */
  drawUpMs(): number;
  /** Whether the next cut waits until all clients have joined again. */
  isPatient: boolean;
  sendEveryMs: number;
  /** How the two members of a pair connect. By default, both use the stock client of Socket.IO. */
  ways?(pair: number): [Way, Way];
  cut?(cut: number): Promise<void>;
  /** Whether a pair sends answers just before each cut. By default, an answer follows each message. */
  areAnswersCut?: boolean;
  onSocket(socket: Socket): void;
  report(line: string): void;
}

/** Lets every pair send messages while the server is killed again and again. */
export async function runSoak(
  server: LiveServer,
  pairs: Pair[],
  {
    cuts,
    drawUpMs,
    isPatient,
    sendEveryMs,
    ways = () => ["header", "auth"],
    cut = async () => {
      await server.kill();
      await server.start();
    },
    areAnswersCut = false,
    onSocket,
    report,
  }: SoakOptions,
) {
  const startedAt = performance.now();
  const talkers = pairs.map((pair, i): [Talker, Talker] => {
    const [one, other] = ways(i);
    return [new Talker(server, pair, 0, one), new Talker(server, pair, 1, other)];
  });
  const everybody = talkers.flat();
  for (const { socket } of everybody) onSocket(socket);
  await allJoinedSince(everybody, startedAt);
  const firstMs = performance.now() - startedAt;
  report(`all joined after ${Math.round(firstMs)} ms`);
  const talks = everybody.map((talker, i) => talker.talk(i, sendEveryMs, !areAnswersCut));

  const recoveries: number[] = [];
  let cutAnswers = 0;
  for (let done = 0; done < cuts; done++) {
    await sleep(drawUpMs());
    const answers = areAnswersCut ? await putAnswers(talkers, done) : [];
    const cutAt = performance.now();
    await cut(done);
    if ((await Promise.all(answers)).some((endedAt) => endedAt > cutAt)) cutAnswers += 1;
    const backAt = performance.now();
    if (!isPatient && done < cuts - 1) continue;
    await allJoinedSince(everybody, cutAt);
    recoveries.push(Math.round(performance.now() - backAt));
    report(
      `cut ${done + 1}: server back after ${Math.round(backAt - cutAt)} ms, all joined ${recoveries.at(-1)} ms later`,
    );
  }
  for (const talker of everybody) talker.stop();
  await Promise.all(talks);
  await Promise.all(everybody.map((talker) => talker.settle()));

  const faults: string[] = [];
  for (const [i, pair] of talkers.entries()) {
    const id = pairs[i]?.conversationId;
    for (const { rule, what } of await judge(pair)) faults.push(`${id}: ${rule}: ${what}`);
  }
  const attempts = everybody.flatMap(({ answerHistory }) =>
    answerHistory.filter((one) => one.kind === "answer"),
  );
  return {
    connected: everybody.filter(({ socket }) => socket.connected).length,
    answered: everybody.reduce((sum, talker) => sum + talker.answered, 0),
    answers: { put: attempts.length, cuts: cutAnswers },
    faults,
    /** For each cut, the time from when the server was healthy again until all clients had joined. */
    recoveryMs: recoveries,
    awayMs: everybody.flatMap(({ way, away }) => away.map((ms) => ({ way, ms }))),
    allowedRecoveryMs: allowedRecoveryMs(firstMs),
  };
}

/**
 * A pair has three turns per question. In the first, one member answers. In the second, the same member replaces the
 * answer. In the third, both members answer.
 */
const TURNS_PER_LEVEL = 3;
const MAX_HEAD_START_MS = 40;

/**
 * Lets the pair whose turn it is send its answers, and returns while they are being sent.
 * @returns for each answer, a promise of the time at which its call succeeded or failed
 */
async function putAnswers(talkers: [Talker, Talker][], turn: number): Promise<Promise<number>[]> {
  const [one, other] = talkers[turn % talkers.length] as [Talker, Talker];
  const round = Math.floor(turn / talkers.length);
  const isLast = round % TURNS_PER_LEVEL === TURNS_PER_LEVEL - 1;
  const first = Math.floor(round / TURNS_PER_LEVEL) % 2 === 0 ? one : other;
  const prepared = await Promise.all(
    (isLast ? [one, other] : [first]).map((talker) => talker.prepareAnswer()),
  );
  const answers = prepared.flatMap((put) => {
    if (!put) return [];
    return put().then(
      () => performance.now(),
      () => performance.now(),
    );
  });
  await sleep(MAX_HEAD_START_MS * Math.random());
  return answers;
}

async function allJoinedSince(talkers: Talker[], instant: number): Promise<void> {
  const giveUpAt = performance.now() + RECOVERY_MS;
  while (talkers.some(({ joinedAt, socket }) => joinedAt < instant || !socket.connected)) {
    if (performance.now() > giveUpAt) return;
    await sleep(20);
  }
}

/** Checks what both members saw. The checker gets all messages that a member has ever seen as one screen. */
async function judge(pair: [Talker, Talker]) {
  const history = pair.flatMap((talker) => talker.history);
  for (const talker of pair) {
    await talker.list(true);
    await talker.readQuestions();
    const { memberId } = talker.member;
    const messages = [...talker.seen.values()].sort((one, other) =>
      one.message_id < other.message_id ? -1 : 1,
    );
    history.push(...talker.history.slice(-1));
    history.push({ kind: "screen", memberId, page: `the screen of ${memberId}`, messages });
  }
  const answers = pair.flatMap(({ answerHistory }) => answerHistory);
  return [...findFaults(history), ...findAnswerFaults(answers)];
}
