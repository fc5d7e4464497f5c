import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Avatar } from "~/app/components/avatar";
import { Dot } from "~/app/components/dot";
import { ArrowLeft, Ban, EllipsisVertical, Flag, Printer, UserRound } from "~/app/components/icons";
import { Menu, MenuLink, MenuRule } from "~/app/components/menu";
import { PlaceAndAge } from "~/app/components/place-and-age";
import { MainMenu } from "~/app/features/shell/header";
import { unreadWords, useUnread } from "~/app/features/shell/unread";
import type { PartnerHours } from "~/core/conversation/partner-hours";
import type { PartnerDto } from "~/core/shared/contract";
import { formatCountdown } from "~/core/shared/countdown";
import type { DialogName } from "./dialogs";
import { HourThere } from "./partner-clock";
import { prepareDialogs } from "./use-dialog";

interface ConversationHeaderProps {
  conversationId: string;
  partner: PartnerDto;
  place: string | null;
  /** Hours by which the partner's clock is ahead of UTC; null if unknown or if the conversation is over. */
  aheadOfUtc: PartnerHours["aheadOfUtc"];
  now: number;
  remaining: number;
  isOpen: boolean;
  isPartnerHere: boolean;
  onDialog: (name: DialogName) => void;
}

/** The container queries measure the header's width in `rem`, so large text gets the narrow layout on a wide screen. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversationId, partner, place, aheadOfUtc, now, remaining, isOpen, isPartnerHere } =
    props;
  const unread = useUnread();
  const toProfile = { to: `/user/${partner.user_id}`, state: { conversationId } };
  return (
    <header data-page-header className="@container relative z-20 bg-paper">
      <div className="mx-auto flex w-full max-w-3xl items-center gap-2 px-2 py-2.5 @lg:gap-4 @lg:px-6 short:py-0.5">
        <Link
          to="/conversations"
          aria-label="Back to Conversations"
          className="inline-flex size-[44px] shrink-0 items-center justify-center rounded-full hover:bg-paper-sunken @lg:-ms-3"
        >
          <ArrowLeft aria-hidden className="size-[20px]" />
        </Link>
        <Link
          {...toProfile}
          aria-hidden
          tabIndex={-1}
          className="shrink-0 rounded-full no-underline @max-2xs:hidden short:hidden"
        >
          <Avatar name={partner.name} src={partner.avatar_url} />
        </Link>
        <div className="flex min-w-0 flex-1 flex-col text-sm @lg:flex-row @lg:items-center @lg:gap-6 short:flex-row short:flex-wrap short:items-baseline short:gap-x-3">
          <div className="min-w-0 @lg:flex-1">
            <h1
              tabIndex={-1}
              className="line-clamp-2 text-xl leading-tight [overflow-wrap:anywhere] @lg:text-2xl"
            >
              <Link {...toProfile} className="no-underline hover:underline">
                {partner.name}
              </Link>
            </h1>
            <p className="line-clamp-3 text-ink-muted @lg:line-clamp-2 @max-3xs:hidden leading-snug [overflow-wrap:anywhere] short:hidden">
              {isPartnerHere ? (
                <span className="whitespace-nowrap text-accent">
                  here now
                  <Dot />
                </span>
              ) : null}
              <PlaceAndAge place={place} age={partner.age} />
              {aheadOfUtc === null ? null : (
                <>
                  <Dot />
                  <span className="whitespace-nowrap">
                    <HourThere {...{ aheadOfUtc, now }} />
                  </span>
                </>
              )}
            </p>
          </div>
          <p className="text-accent @lg:font-serif @lg:text-base @lg:italic short:leading-tight">
            {isOpen && remaining > 0 ? `Expires ${formatCountdown(remaining)}` : "Expired"}
          </p>
        </div>
        <div className="flex shrink-0 @max-xs:-my-2.5 flex-col items-center @xs:flex-row short:my-0 short:@2xs:flex-row">
          <ConversationMenu {...props} />
          {/* On narrow and on low screens, this menu replaces the site's header (`shell.tsx`). */}
          <nav aria-label="Main" className="hidden max-sm:block short:block">
            <MainMenu note={isOpen || unread === 0 ? null : unreadWords(unread)} />
          </nav>
        </div>
      </div>
    </header>
  );
}

/** The items are links, because they must work without scripts. */
function ConversationMenu({ conversationId, partner, onDialog }: ConversationHeaderProps) {
  return (
    <Menu
      label="Conversation menu"
      face={<EllipsisVertical aria-hidden className="size-[20px]" />}
      buttonClassName="size-[44px] min-h-0! min-w-0! shrink-0 hover:bg-paper-sunken"
      onApproach={prepareDialogs}
    >
      <MenuLink to={`/user/${partner.user_id}`} state={{ conversationId }}>
        <UserRound aria-hidden />
        View Profile
      </MenuLink>
      <MenuRule />
      <DialogLink name="block" onDialog={onDialog}>
        <Ban aria-hidden />
        Block User
      </DialogLink>
      <DialogLink name="report" onDialog={onDialog}>
        <Flag aria-hidden />
        Report User
      </DialogLink>
      <MenuRule />
      <MenuLink to={`/conversation/${conversationId}/keepsake`} reloadDocument>
        <Printer aria-hidden />
        Save
      </MenuLink>
    </Menu>
  );
}

interface DialogLinkProps {
  name: DialogName;
  onDialog: (name: DialogName) => void;
  children: ReactNode;
}

function DialogLink({ name, onDialog, children }: DialogLinkProps) {
  return (
    <MenuLink
      to={`?dialog=${name}`}
      onClick={(event) => {
        event.preventDefault();
        onDialog(name);
      }}
    >
      {children}
    </MenuLink>
  );
}
