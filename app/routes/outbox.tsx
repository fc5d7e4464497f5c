import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/app/components/empty-state";
import { LocalTime } from "~/app/components/local-time";
import { PageHeading } from "~/app/components/section";
import { pageMeta } from "~/app/lib/page-meta";
import { readLocalOutbox } from "~/core/notices/local-outbox";

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Outbox" }),
  { name: "robots", content: "noindex" },
];

/** Exists only on a local server (docs/decisions/mail.md). */
export async function loader({ context }: LoaderFunctionArgs) {
  const mails = await readLocalOutbox(context.deps);
  if (!mails) throw new Response(null, { status: 404 });
  return { mails: mails.map(({ html: _, ...mail }) => mail) };
}

export default function OutboxPage() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-4xl flex-col gap-10 py-10 sm:py-14">
      <PageHeading lede="What this local server would have sent, the newest first. Nothing leaves this machine.">
        Outbox
      </PageHeading>
      {mails.length === 0 ? <EmptyState title="No e-mail yet" /> : null}
      <ol className="flex flex-col">
        {mails.map((mail) => (
          <li key={mail.id} className="border-rule border-b py-6 last:border-b-0">
            <article aria-labelledby={`mail-${mail.id}`}>
              <h2 id={`mail-${mail.id}`} className="font-serif text-xl">
                {/* The mail is a document of its own, shown as in a mail program. */}
                <a href={`/outbox/${mail.id}`} className="text-link">
                  {mail.subject}
                </a>
              </h2>
              <p className="mt-1 text-ink-muted text-sm [overflow-wrap:anywhere]">
                To {mail.to}, <LocalTime instant={mail.writtenAt} withTime />
              </p>
              <pre className="mt-4 whitespace-pre-wrap font-sans text-ink-soft text-sm [overflow-wrap:anywhere]">
                {[
                  ...Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`),
                  mail.text,
                ].join("\n")}
              </pre>
            </article>
          </li>
        ))}
      </ol>
    </div>
  );
}
