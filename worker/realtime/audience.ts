import type { EncodedPacket } from "./engine-io/codec";
import type { MemberSocket } from "./member-socket";

interface Seat {
  socket: MemberSocket;
  /** Admitted seats count towards the limit of connections. */
  isAdmitted: boolean;
  /** What was published before the client is told that it has joined; null from then on. */
  waiting: EncodedPacket[] | null;
}

/**
 * The connections of this object by the conversation they have joined: its own one, and others that
 * they hear of by subscription. A seat is reserved before anybody is asked, so that nothing published
 * between the admission and its answer is lost.
 */
export class Audience {
  #rooms = new Map<string, Map<string, Seat>>();

  reserve(conversationId: string, socket: MemberSocket): void {
    let room = this.#rooms.get(conversationId);
    if (!room) {
      room = new Map();
      this.#rooms.set(conversationId, room);
    }
    room.set(socket.id, { socket, isAdmitted: false, waiting: [] });
  }

  admit(conversationId: string, socket: MemberSocket): void {
    const seat = this.#seat(conversationId, socket);
    if (seat) seat.isAdmitted = true;
  }

  /** Tells the client that it has joined, then what it has missed; false when the seat is gone again. */
  open(conversationId: string, socket: MemberSocket, tellJoined: () => void): boolean {
    const seat = this.#seat(conversationId, socket);
    if (!seat) return false;
    tellJoined();
    socket.emitEncoded(seat.waiting ?? []);
    seat.waiting = null;
    return true;
  }

  hasJoined(conversationId: string, socket: MemberSocket): boolean {
    return this.#seat(conversationId, socket)?.waiting === null;
  }

  /** @returns whether there was a seat */
  leave(conversationId: string, socket: MemberSocket): boolean {
    const room = this.#rooms.get(conversationId);
    const wasSeated = room?.delete(socket.id) ?? false;
    if (room?.size === 0) this.#rooms.delete(conversationId);
    return wasSeated;
  }

  /** The conversations that a connection has a seat in. */
  conversationsOf(socket: MemberSocket): string[] {
    return [...this.#rooms].filter(([, room]) => room.has(socket.id)).map(([id]) => id);
  }

  /** Every conversation with the connections that have a seat in it. */
  list(): Array<[conversationId: string, sockets: MemberSocket[]]> {
    return [...this.#rooms].map(([id, room]) => [
      id,
      [...room.values()].map(({ socket }) => socket),
    ]);
  }

  size(conversationId: string): number {
    return this.#rooms.get(conversationId)?.size ?? 0;
  }

  admittedOf(conversationId: string, memberId: string): MemberSocket[] {
    return [...(this.#rooms.get(conversationId)?.values() ?? [])]
      .filter((seat) => seat.isAdmitted && seat.socket.data.viewer.memberId === memberId)
      .map(({ socket }) => socket);
  }

  /**
   * Gives an event to everybody in a conversation but one member.
   * @returns how many seats there are, that member's included: none means that nobody here listens any more
   */
  deliver(conversationId: string, packet: EncodedPacket, exceptMemberId: string | null): number {
    const room = this.#rooms.get(conversationId);
    if (!room) return 0;
    const packets = [packet];
    for (const { socket, waiting } of room.values()) {
      if (socket.data.viewer.memberId === exceptMemberId) continue;
      if (waiting === null) socket.emitEncoded(packets);
      else waiting.push(packet);
    }
    return room.size;
  }

  /** Empties a conversation; those who were told that they are in it hear `packet` as its last. */
  clear(conversationId: string, packet: EncodedPacket): void {
    const room = this.#rooms.get(conversationId);
    this.#rooms.delete(conversationId);
    for (const { socket, waiting } of room?.values() ?? []) {
      if (waiting === null) socket.emitEncoded([packet]);
    }
  }

  #seat(conversationId: string, socket: MemberSocket): Seat | undefined {
    return this.#rooms.get(conversationId)?.get(socket.id);
  }
}
