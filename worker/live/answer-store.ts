import { type AnswerState, findAnswerLimit } from "~/core/conversation/answer-rule";
import type { NewAnswer, QuestionView } from "~/core/conversation/objects";
import { QUESTION_LEVELS, type QuestionLevel } from "~/core/conversation/questions";
import { LIMITS } from "~/core/shared/constants";
import type { Refusal } from "~/core/shared/errors";
import type { Sql } from "./message-schema";

interface QuestionRow extends Record<string, SqlStorageValue> {
  level: number;
  question: string;
  revealed_at: number | null;
}

interface AnswerRow extends Record<string, SqlStorageValue> {
  level: number;
  member_id: string;
  answer: string;
  key: string;
}

/** The state of a question that decides about an answer, without the state of the conversation. */
type LevelState = Omit<AnswerState, "closedReason" | "isSealed">;

/**
 * The answers of one conversation in its object's SQLite (docs/rules.md#questions). Every method is synchronous. Those
 * that write need the tables.
 */
export class AnswerStore {
  #sql: Sql;
  #isStored: () => boolean;

  /** @param isStored whether the tables exist; without them nothing is answered */
  constructor(sql: Sql, isStored: () => boolean) {
    this.#sql = sql;
    this.#isStored = isStored;
  }

  /** @param now milliseconds since 1970 */
  readState(level: QuestionLevel, memberId: string, now: number): LevelState {
    const answers = this.#answers().filter((row) => row.level === level);
    const question = this.#questions().find((row) => row.level === level);
    return {
      recent: this.#recent(memberId, now),
      isOpen: level === 1 || question !== undefined,
      isRevealed: question !== undefined && question.revealed_at !== null,
      ownKey: answers.find((row) => row.member_id === memberId)?.key ?? null,
      hasPartners: answers.some((row) => row.member_id !== memberId),
    };
  }

  /** Returns the 429 that any answer of a member would get now; null if there is room. */
  findLimit(memberId: string, now: number): Refusal | null {
    return findAnswerLimit(this.#recent(memberId, now), now);
  }

  /**
   * Stores an answer, which replaces an earlier one.
   * @param question the question's text, stored if the level has none yet @param now milliseconds since 1970
   */
  put(memberId: string, { level, answer, key }: NewAnswer, question: string, now: number): void {
    this.open(level, question);
    this.#sql.exec(
      "insert or replace into answers (level, member_id, answer, key) values (?, ?, ?, ?)",
      level,
      memberId,
      answer,
      key,
    );
    this.#sql.exec("delete from answer_times where at <= ?", now - LIMITS.answers.windowMs);
    this.#sql.exec("insert into answer_times (member_id, at) values (?, ?)", memberId, now);
  }

  reveal(level: QuestionLevel, now: number): void {
    this.#sql.exec("update questions set revealed_at = ? where level = ?", now, level);
  }

  open(level: QuestionLevel, question: string): void {
    this.#sql.exec(
      "insert or ignore into questions (level, question) values (?, ?)",
      level,
      question,
    );
  }

  /** Returns the three levels as a member may see them. */
  view(viewerId: string): QuestionView[] {
    const [questions, answers] = [this.#questions(), this.#answers()];
    return QUESTION_LEVELS.map((level) => {
      const row = questions.find((one) => one.level === level);
      const own = answers.find((one) => one.level === level && one.member_id === viewerId);
      const other = answers.find((one) => one.level === level && one.member_id !== viewerId);
      const revealedAt = row?.revealed_at ?? null;
      return {
        level,
        question: row?.question ?? null,
        isOpen: level === 1 || row !== undefined,
        mine: own?.answer ?? null,
        theirs: revealedAt === null ? null : (other?.answer ?? null),
        hasPartnerAnswered: other !== undefined,
        revealedAt,
      };
    });
  }

  #questions(): QuestionRow[] {
    return this.#read<QuestionRow>("select level, question, revealed_at from questions");
  }

  #answers(): AnswerRow[] {
    return this.#read<AnswerRow>("select level, member_id, answer, key from answers");
  }

  #recent(memberId: string, now: number): number[] {
    const rows = this.#read<{ at: number }>(
      "select at from answer_times where member_id = ? and at > ? order by at",
      memberId,
      now - LIMITS.answers.windowMs,
    );
    return rows.map(({ at }) => at);
  }

  #read<Row extends Record<string, SqlStorageValue>>(
    statement: string,
    ...values: (string | number)[]
  ): Row[] {
    return this.#isStored() ? [...this.#sql.exec<Row>(statement, ...values)] : [];
  }
}
