import type { Env } from "~/worker/env";
import { CLIENT_REPEATS, callObject } from "../call-object";
import type { LiveViewer } from "../types";
import { encodeLineRequest } from "./line-request";
import { IN_CONVERSATION, OUTSIDE } from "./member-object";

/** A WebSocket from a relay to the member's object: while it is open, the connection is counted and can be ended. */
export class MemberLine {
  #socket: WebSocket;
  #isEnded = false;
  #onEnd: (() => void) | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    const end = () => {
      this.#isEnded = true;
      this.#onEnd?.();
    };
    socket.addEventListener("close", end);
    socket.addEventListener("error", end);
    socket.accept();
  }

  /** @returns null when the member has too many connections. Throws when the object can't be reached. */
  static async open(env: Pick<Env, "MEMBERS">, viewer: LiveViewer): Promise<MemberLine | null> {
    const response = await callObject(
      env.MEMBERS,
      viewer.memberId,
      (object) => object.fetch(encodeLineRequest("member", viewer, null)),
      CLIENT_REPEATS,
    );
    if (response.webSocket) return new MemberLine(response.webSocket);
    if (response.status === 429) return null;
    throw new Error(`a member's object answered with ${response.status}`);
  }

  /** The session is over, or the object was restarted: the client must connect again, and prove who it is. */
  onEnd(work: () => void): void {
    this.#onEnd = work;
    if (this.#isEnded) work();
  }

  setInConversation(isIn: boolean): void {
    try {
      this.#socket.send(isIn ? IN_CONVERSATION : OUTSIDE);
    } catch {
      // Gone already: its close event is on the way.
    }
  }

  close(): void {
    this.#onEnd = null;
    try {
      this.#socket.close(1000);
    } catch {
      // Closed already.
    }
  }
}
