import { LoadingNote } from "~/app/components/spinner";
import { useNavigation } from "~/app/framework";

/** Whether the next page is a conversation that is on its way. */
export function useIsOpeningConversation(): boolean {
  return useNavigation().location?.pathname.startsWith("/conversation/") ?? false;
}

/** In place of the page that leads to a conversation, until it has come (specification §2, Unavailable states). */
export function OpeningConversation() {
  return (
    <>
      <h1 className="sr-only">Conversation</h1>
      <LoadingNote>Loading conversation...</LoadingNote>
    </>
  );
}
