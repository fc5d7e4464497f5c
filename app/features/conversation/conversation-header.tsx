import ArrowLeft from "lucide-react/icons/arrow-left";
import Ban from "lucide-react/icons/ban";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import Flag from "lucide-react/icons/flag";
import UserRound from "lucide-react/icons/user-round";
import type { ReactNode } from "react";
import { Avatar } from "~/app/components/avatar";
import { Menu, MenuLink, MenuRule } from "~/app/components/menu";
import { PartnerLines } from "~/app/features/pairing/partner-lines";
import { Link } from "~/app/framework";
import type { PartnerDto } from "~/core/shared/contract";
import { formatCountdown } from "~/core/shared/countdown";
import { initialsOf } from "~/core/shared/initials";
import type { DialogName } from "./use-dialog";

interface ConversationHeaderProps {
  conversationId: string;
  partner: PartnerDto;
  /** The partner's place in words; null when none is known. */
  place: string | null;
  /** Milliseconds until the expiry. */
  remaining: number;
  isOpen: boolean;
  onDialog: (name: DialogName) => void;
}

/** Who it is with, and how long it lasts. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { partner, place, remaining, isOpen } = props;
  return (
    <header className="border-rule border-b bg-paper">
      <div className="mx-auto flex w-full max-w-3xl items-center gap-3 px-2 py-2.5 sm:gap-4 sm:px-6">
        <Link
          to="/conversations"
          aria-label="Back to Conversations"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-paper-sunken sm:-ml-3"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </Link>
        <Avatar initials={initialsOf(partner.name)} src={partner.avatar_url} />
        <PartnerLines
          as="div"
          place={place}
          age={partner.age}
          moment={
            <span className="text-accent sm:font-serif sm:text-base sm:italic">
              {isOpen && remaining > 0 ? `Expires ${formatCountdown(remaining)}` : "Expired"}
            </span>
          }
        >
          <h1 tabIndex={-1} className="truncate text-xl leading-tight sm:text-2xl">
            {partner.name}
          </h1>
        </PartnerLines>
        <ConversationMenu {...props} />
      </div>
    </header>
  );
}

/** Its items are links, so that they lead to the same place with scripts off. */
function ConversationMenu({ conversationId, partner, onDialog }: ConversationHeaderProps) {
  return (
    <Menu
      label="Conversation menu"
      face={<EllipsisVertical aria-hidden className="size-5" />}
      buttonClassName="hover:bg-paper-sunken"
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
