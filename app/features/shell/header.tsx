import { NavLink, useLocation, useRouteLoaderData } from "@remix-run/react";
import { Avatar } from "~/app/components/avatar";
import { LinkButton } from "~/app/components/button";
import { Count } from "~/app/components/count";
import { cx } from "~/app/components/cx";
import {
  Info,
  LogOut,
  Menu as MenuIcon,
  MessagesSquare,
  ShieldCheck,
  UserRound,
} from "~/app/components/icons";
import { Menu, MenuForm, MenuHeader, MenuLink, MenuRule } from "~/app/components/menu";
import { useToast } from "~/app/components/toast";
import { BRAND } from "~/core/shared/brand";
import type { MemberDto } from "~/core/shared/contract";
import { SIGN_OUT_FAILED, signOut } from "./sign-out";
import type { ShellData } from "./types";
import { unreadWords, useUnread } from "./unread";
import { Wordmark } from "./wordmark";

export function Header({ user }: { user: MemberDto | null }) {
  const isLandingPage = useLocation().pathname === "/";
  const unread = useUnread();
  const note = user && unread > 0 ? unreadWords(unread) : null;
  return (
    <header className="border-ink border-b bg-paper">
      <div className="page-width flex h-16 items-center justify-between gap-4">
        {/* The title of a visitor's landing page is the name, so only the logo is shown there. */}
        <Wordmark isNameHidden={isLandingPage && !user} />
        <nav aria-label="Main" className="hidden items-center gap-2 sm:flex">
          {user ? (
            <Menu
              label="Account menu"
              note={note}
              face={<Avatar name={user.name} src={user.avatar_url} size="sm" />}
            >
              <MemberItems user={user} />
            </Menu>
          ) : (
            <VisitorLinks />
          )}
        </nav>
        <nav aria-label="Main" className="sm:hidden">
          <MainMenu note={note} className="-me-2.5" />
        </nav>
      </div>
    </header>
  );
}

export function MainMenu({ note, className }: { note: string | null; className?: string }) {
  const user = useRouteLoaderData<ShellData>("root")?.user;
  return (
    <Menu
      label="Main menu"
      face={<MenuIcon aria-hidden className="size-6" />}
      buttonClassName={cx("hover:bg-paper-sunken", className)}
      note={note}
    >
      {user ? <MemberItems user={user} withAbout /> : <VisitorItems />}
    </Menu>
  );
}

const VISITOR_LINK =
  "inline-flex min-h-11 items-center px-3 font-medium text-sm underline-offset-8 hover:underline aria-[current=page]:underline";

function VisitorLinks() {
  return (
    <>
      <NavLink to="/about" reloadDocument className={VISITOR_LINK}>
        About
      </NavLink>
      <NavLink to="/login" className={VISITOR_LINK}>
        Login
      </NavLink>
      <LinkButton to="/signup" size="sm" className="ms-2">
        Sign Up
      </LinkButton>
    </>
  );
}

function VisitorItems() {
  return (
    <>
      <MenuLink to="/about">About</MenuLink>
      <MenuLink to="/login">Login</MenuLink>
      <MenuLink to="/signup">Sign Up</MenuLink>
    </>
  );
}

/** Hidden from screen readers, because the item's page and the menu's button already have the number as text. */
function Waiting({ count }: { count: number }) {
  return (
    <span aria-hidden data-news className="ms-auto empty:hidden">
      {count === 0 ? null : <Count count={count} />}
    </span>
  );
}

function MemberItems({ user, withAbout = false }: { user: MemberDto; withAbout?: boolean }) {
  const toast = useToast();
  const unread = useUnread();
  const { waiting } = useRouteLoaderData<ShellData>("root") ?? {};
  return (
    <>
      <MenuHeader>
        <p className="truncate font-serif text-lg leading-snug">{user.name}</p>
        <p className="truncate text-ink-muted text-sm">{user.email}</p>
      </MenuHeader>
      <MenuLink to="/conversations">
        <MessagesSquare aria-hidden />
        {BRAND.today}
        <Waiting count={unread} />
      </MenuLink>
      <MenuLink to="/profile">
        <UserRound aria-hidden />
        Profile
      </MenuLink>
      {user.is_admin ? (
        <MenuLink to="/admin">
          <ShieldCheck aria-hidden />
          Admin Dashboard
          <Waiting count={waiting?.reports ?? 0} />
        </MenuLink>
      ) : null}
      {withAbout ? (
        <MenuLink to="/about">
          <Info aria-hidden />
          About
        </MenuLink>
      ) : null}
      <MenuRule />
      <MenuForm
        action="/logout"
        onSubmit={(event) => {
          event.preventDefault();
          void signOut(() => toast({ type: "error", message: SIGN_OUT_FAILED }));
        }}
      >
        <LogOut aria-hidden />
        Logout
      </MenuForm>
    </>
  );
}
