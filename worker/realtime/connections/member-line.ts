import type { Env } from "~/worker/env";
import { CLIENT_REPEATS, callObject } from "../call-object";
import type { LiveViewer } from "../types";
import { encodeLineRequest } from "./line-request";
import { IN_CONVERSATION, OUTSIDE } from "./member-object";

/** A WebSocket from a relay to the member's object. While it is open, the object counts the connection and can end it. */
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

  /** @returns null if the member has too many connections @throws if the object can't be reached */
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

  /** Sets the work to do when the session is over or the object was restarted: the client must connect and authenticate again. */
  onEnd(work: () => void): void {
    this.#onEnd = work;
    if (this.#isEnded) work();
  }

  setInConversation(isIn: boolean): void {
    try {
      this.#socket.send(isIn ? IN_CONVERSATION : OUTSIDE);
    } catch {
      // The socket is closed already, and its close event follows.
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
