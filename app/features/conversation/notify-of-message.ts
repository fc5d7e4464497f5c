import { mayNotify } from "~/app/features/notices/use-service-worker";
import type { MessageDto } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";

/** Shows nothing if the reader has the page in view, or if the server sends push notifications to this device. */
export async function notifyOfMessage(conversationId: string, message: MessageDto): Promise<void> {
  if (!mayNotify()) return;
  const { isPushOn, notifyByWorker } = await import("~/app/features/notices/device");
  if (isPushOn()) return;
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  const body = `${isolate(message.sender_name)}: ${message.content}`;
  try {
    const notification = new Notification("New Message", { body, tag: conversationId });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome on Android has the constructor, but the constructor throws.
    await notifyByWorker("New Message", body, `/conversation/${conversationId}`);
  }
}
