import { SignJWT } from "jose";
import { io, type ManagerOptions, type Socket } from "socket.io-client";
import { nameMember, SECRET } from "./names.ts";

const key = new TextEncoder().encode(SECRET);

const signToken = (memberId: string, sessionId: string) =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("happenstance")
    .setSubject(memberId)
    .setExpirationTime("1d")
    .sign(key);

export async function connect(
  url: string,
  conversation: number,
  side: number,
  options: Partial<ManagerOptions>,
  isJoining = true,
): Promise<Socket> {
  const { conversationId, memberId, sessionId } = nameMember(conversation, side);
  const token = await signToken(memberId, sessionId);
  const { extraHeaders, ...rest } = options;
  const headers = extraHeaders && { ...extraHeaders, Cookie: `session=${token}` };
  const socket = io(url, { ...rest, extraHeaders: headers, forceNew: true, auth: { token } });
  await new Promise<void>((resolve, reject) => {
    socket.on("connect_error", (error) => {
      // Without this, a refused client would retry for ever.
      socket.disconnect();
      reject(error);
    });
    socket.on("connect", () => {
      if (isJoining) socket.emit("join_conversation", conversationId);
      else resolve();
    });
    socket.once("joined_conversation", () => resolve());
  });
  return socket;
}

export function openPage(url: string, conversation: number, side: number): Promise<Socket> {
  const { conversationId } = nameMember(conversation, side);
  return connect(url, conversation, side, {
    transports: ["websocket"],
    query: { conversation: conversationId },
    extraHeaders: { Origin: url },
  });
}

/** Which instance of the conversation's object answers, and how many rows it has written. */
export async function readObject(url: string, conversation: number) {
  const { memberId } = nameMember(conversation, 0);
  const response = await fetch(`${url}/object?sender=${memberId}`);
  return (await response.json()) as { instance: string; rowsWritten: number };
}
