import type { AnswerState } from "~/core/conversation/answer-rule";
import type { NewAnswer, QuestionView } from "~/core/conversation/objects";
import { QUESTION_LEVELS, type QuestionLevel } from "~/core/conversation/questions";
import { LIMITS } from "~/core/shared/constants";
import type { Tables } from "./tables";

type LevelState = Omit<AnswerState, "closedReason" | "isSealed">;

export class AnswerStore {
  #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  readState(level: QuestionLevel, memberId: string, now: number): LevelState {
    const answers = this.#answers().filter((row) => row.level === level);
    const question = this.#questions().find((row) => row.level === level);
    const recent = this.#tables.query<{ at: number }>(
      "select at from answer_times where member_id = ? and at > ? order by at",
      memberId,
      now - LIMITS.answers.windowMs,
    );
    return {
      recent: recent.map(({ at }) => at),
      isOpen: level === 1 || question !== undefined,
      isRevealed: question !== undefined && question.revealed_at !== null,
      ownKey: answers.find((row) => row.member_id === memberId)?.key ?? null,
      hasPartners: answers.some((row) => row.member_id !== memberId),
    };
  }

  /** @param question the level's text, stored if the level has no text yet */
  put(memberId: string, { level, answer, key }: NewAnswer, question: string, now: number): void {
    this.open(level, question);
    this.#tables.insert(
      "insert or replace into answers (level, member_id, answer, key) values (?, ?, ?, ?)",
      level,
      memberId,
      answer,
      key,
    );
    this.#tables.query("delete from answer_times where at <= ?", now - LIMITS.answers.windowMs);
    this.#tables.insert("insert into answer_times (member_id, at) values (?, ?)", memberId, now);
  }

  reveal(level: QuestionLevel, now: number): void {
    this.#tables.query("update questions set revealed_at = ? where level = ?", now, level);
  }

  open(level: QuestionLevel, question: string): void {
    this.#tables.insert(
      "insert or ignore into questions (level, question) values (?, ?)",
      level,
      question,
    );
  }

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

  #questions() {
    return this.#tables.query<{ level: number; question: string; revealed_at: number | null }>(
      "select level, question, revealed_at from questions",
    );
  }

  #answers() {
    return this.#tables.query<{ level: number; member_id: string; answer: string; key: string }>(
      "select level, member_id, answer, key from answers",
    );
  }
}
