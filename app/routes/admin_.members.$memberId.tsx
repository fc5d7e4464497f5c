import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useFetcher, useLoaderData, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { EmailAddress } from "~/app/components/email-address";
import { Fact, Facts } from "~/app/components/facts";
import { LoadFailure } from "~/app/components/load-failure";
import { LocalTime, useRegionStyle } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { ActionList } from "~/app/features/moderation/action-list";
import {
  REASON_WORDS,
  STANDING_TONES,
  STANDING_WORDS,
} from "~/app/features/moderation/action-words";
import { DECIDE_FAILED, DECIDE_INTENT } from "~/app/features/moderation/decision";
import { DecisionForm, toAction } from "~/app/features/moderation/decision-form";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { type FormAnswer, readForm, refuse, useForm } from "~/app/lib/form";
import { formatCalendarDate } from "~/app/lib/format-local";
import { NO_BIO, NOT_SPECIFIED } from "~/app/lib/format-profile";
import { pageMeta } from "~/app/lib/page-meta";
import { failToLoad, toRefusal } from "~/app/lib/refusal.server";
import { requireAdminSession, requireConfirmedAdmin } from "~/app/lib/session.server";
import { stayWithToast } from "~/app/lib/toast.server";
import { countUse } from "~/core/accounts/session";
import { takeAction } from "~/core/moderation/actions";
import { getMember, revealPosition } from "~/core/moderation/members";
import { actionSchema } from "~/core/moderation/schemas";
import type { AdminMemberPageDto, MemberReportDto } from "~/core/shared/contract";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Member" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer } = await requireConfirmedAdmin(request, context);
  const memberId = params.memberId ?? "";
  const member = await getMember(context.deps, viewer, { memberId }).catch((error: unknown) =>
    failToLoad(error, "The member could not be loaded", { request, context }),
  );
  return { member };
}

const POSITION_INTENT = "position";
const POSITION_FAILED = "The position could not be read";

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireAdminSession(args.request, args.context);
  const form = await readForm(args.request, {
    [DECIDE_INTENT]: actionSchema,
    [POSITION_INTENT]: z.object({}),
  });
  const memberId = args.params.memberId ?? "";
  const isDecision = form.intent === DECIDE_INTENT;
  try {
    await countUse(deps, viewer, "adminWrites");
    if (!isDecision) return { position: await revealPosition(deps, viewer, { memberId }) };
    const decision = parseInput(actionSchema, toAction(form.fields));
    await takeAction(deps, viewer, { memberId, ...decision });
    return stayWithToast(args.request, "Done");
  } catch (error) {
    return refuse(form, toRefusal(error, isDecision ? DECIDE_FAILED : POSITION_FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function MemberPage() {
  const { member } = useLoaderData<typeof loader>();
  return (
    <DeskPage title={<bdi>{member.name}</bdi>}>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10">
          <Account member={member} />
          <Reports
            id="reports-about"
            title="Reports about"
            reports={member.reports_about}
            empty="Nobody has reported this member."
          />
          <Reports
            id="reports-by"
            title="Reports by"
            reports={member.reports_by}
            empty="This member has reported nobody."
          />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Decision member={member} />
          <Meetings member={member} />
          <Sessions member={member} />
        </div>
      </div>
    </DeskPage>
  );
}

interface MemberProps {
  member: AdminMemberPageDto;
}

function Account({ member }: MemberProps) {
  return (
    <Section id="account" title="Account">
      <Facts className="mt-2">
        <Fact term="Standing">
          <Badge tone={STANDING_TONES[member.standing]}>{STANDING_WORDS[member.standing]}</Badge>
        </Fact>
        <Fact term="E-mail">
          <EmailAddress address={member.email} />
        </Fact>
        {member.same_mailbox.length > 0 ? (
          <Fact term="Same mailbox">
            <ul>
              {member.same_mailbox.map(({ user_id: id, name }) => (
                <li key={id}>
                  <Link to={`/admin/members/${id}`}>
                    <bdi>{name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </Fact>
        ) : null}
        <Fact term="Id">{member.user_id}</Fact>
        <Fact term="Member since">
          <LocalTime instant={member.created_at} withTime />
        </Fact>
        <Fact term="Age">{member.age ?? "Not known"}</Fact>
        <Fact term="Gender">{member.gender ?? NOT_SPECIFIED}</Fact>
        <Fact term="Location">{member.location ?? NOT_SPECIFIED}</Fact>
        <Fact term="Position">
          <Position memberId={member.user_id} key={member.user_id} />
        </Fact>
        <Fact term="Bio">
          <span className="whitespace-pre-line">{member.bio ?? NO_BIO}</span>
        </Fact>
      </Facts>
    </Section>
  );
}

function Decision({ member }: MemberProps) {
  const isBarred = member.standing === "suspended" || member.standing === "banned";
  return (
    <>
      <Section id="decision" title="Decision">
        <div className="mt-5">
          {member.is_admin ? (
            <p className="text-ink-muted">An admin can’t be warned, suspended or banned.</p>
          ) : (
            <DecisionForm
              key={`${member.user_id} ${member.actions.length}`}
              action={`/admin/members/${member.user_id}`}
              isBarred={isBarred}
            />
          )}
        </div>
      </Section>
      <Section id="decisions" title="Decisions">
        {member.actions.length > 0 ? (
          <ActionList actions={member.actions} />
        ) : (
          <Nothing>Nothing was ever decided about this member.</Nothing>
        )}
      </Section>
    </>
  );
}

function Meetings({ member }: MemberProps) {
  const style = useRegionStyle();
  return (
    <>
      <Section id="pairings" title="Pairings">
        <Lines empty="Never paired.">
          {member.pairings.map((one) => (
            <Line key={one.conversation_id} id={one.user_id} name={one.name}>
              {formatCalendarDate(one.pairing_date, style)}, until{" "}
              <LocalTime instant={one.expiry_date} withTime />
            </Line>
          ))}
        </Lines>
      </Section>
      <Section id="blocks" title="Blocks">
        <Lines empty="No blocks either way.">
          {member.blocks.map((one) => (
            <Line key={`${one.by} ${one.user_id}`} id={one.user_id} name={one.name}>
              {one.by === "member" ? "blocked by this member" : "has blocked this member"},{" "}
              <LocalTime instant={one.block_date} />
            </Line>
          ))}
        </Lines>
      </Section>
    </>
  );
}

function Sessions({ member }: MemberProps) {
  return (
    <Section id="sessions" title="Sessions">
      <Lines empty="Signed in nowhere.">
        {member.sessions.map((one) => (
          <li key={one.created_at} className="border-rule border-b py-2.5 text-sm last:border-b-0">
            Since <LocalTime instant={one.created_at} withTime />
            {one.last_seen_at ? (
              <>
                , seen <LocalTime instant={one.last_seen_at} withTime />
              </>
            ) : null}
          </li>
        ))}
      </Lines>
    </Section>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="py-4 text-ink-muted">{children}</p>
);

function Lines({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <Nothing>{empty}</Nothing>;
  return <ul className="mt-2 flex flex-col">{children}</ul>;
}

function Line({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  return (
    <li className="border-rule border-b py-2.5 text-sm last:border-b-0 [overflow-wrap:anywhere]">
      <Link to={`/admin/members/${id}`} className="text-link font-medium">
        <bdi>{name}</bdi>
      </Link>
      , {children}
    </li>
  );
}

interface ReportsProps {
  id: string;
  title: string;
  reports: MemberReportDto[];
  empty: string;
}

function Reports({ id, title, reports, empty }: ReportsProps) {
  return (
    <Section id={id} title={title}>
      <Lines empty={empty}>
        {reports.map((report) => (
          <li
            key={report.report_id}
            className="border-rule border-b py-2.5 text-sm last:border-b-0"
          >
            <Link to={`/admin/reports/${report.report_id}`} className="text-link font-medium">
              {REASON_WORDS[report.reason]}
            </Link>
            , <bdi>{report.name}</bdi>, <LocalTime instant={report.created_at} />,{" "}
            {report.status === "open"
              ? "open"
              : report.outcome === "acted"
                ? "acted on"
                : "no breach"}
          </li>
        ))}
      </Lines>
    </Section>
  );
}

interface Coordinates {
  latitude: number | null;
  longitude: number | null;
}

/** Shown only after a click, because each access to a position is audited. */
function Position({ memberId }: { memberId: string }) {
  const fetcher = useFetcher<FormAnswer & { position?: Coordinates }>();
  const form = useForm({ intent: POSITION_INTENT, offline: POSITION_FAILED, fetcher });
  const position = fetcher.data?.position;
  const error = form.errors[""];
  if (error) return <span role="alert">{error}</span>;
  if (position) {
    const { latitude, longitude } = position;
    return latitude === null || longitude === null ? "None" : `${latitude}, ${longitude}`;
  }
  return (
    <fetcher.Form {...form.props} action={`/admin/members/${memberId}`}>
      <input type="hidden" name="intent" value={POSITION_INTENT} />
      <Button type="submit" variant="secondary" size="sm" pending={form.isBusy}>
        Show (audited)
      </Button>
    </fetcher.Form>
  );
}

export function ErrorBoundary() {
  const error = useRouteError() as { data?: unknown };
  const message = typeof error?.data === "string" ? error.data : "The member could not be loaded";
  return <LoadFailure heading="Member" message={message} />;
}
