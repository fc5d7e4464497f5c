import { useNavigation } from "@remix-run/react";
import { Avatar } from "~/app/components/avatar";
import { LoadingNote } from "~/app/components/spinner";

export interface OpeningState {
  opening: string;
}

export function useIsOpeningConversation(): boolean {
  return useNavigation().location?.pathname.startsWith("/conversation/") ?? false;
}

export function OpeningConversation() {
  const state = useNavigation().location?.state as Partial<OpeningState> | null | undefined;
  const name = state?.opening;
  return (
    <div className="flex min-h-[calc(100dvh-4rem)] flex-col">
      <h1 className="sr-only">Conversation</h1>
      <div className="border-rule border-b">
        <div className="mx-auto flex h-20 w-full max-w-3xl items-center gap-4 px-4 sm:px-6">
          {name ? (
            <>
              <Avatar name={name} />
              <p className="truncate font-serif text-2xl">{name}</p>
            </>
          ) : null}
        </div>
      </div>
      <div className="flex flex-1 flex-col justify-center">
        <LoadingNote>Loading conversation...</LoadingNote>
      </div>
      <div className="border-rule border-t py-3">
        <div className="mx-auto w-full max-w-3xl px-3 sm:px-6">
          <div className="h-12 rounded-lg border border-rule bg-paper-raised" />
        </div>
      </div>
    </div>
  );
}
