import { useEffect, useRef, useState } from "react";
import { Spinner } from "~/app/components/spinner";

const PROOF_FIELD = "proof";

/**
 * Shown if the browser can't make a proof. The counts because of which the server asks for a proof
 * cover an hour at most.
 */
const LATER = "Or try again in an hour: we won’t ask then.";

/**
 * Solves the proof of work that the server asked for, then sends the form again with the proof. The
 * solver's code is loaded only when it is needed. If a form was sent before its scripts were loaded,
 * its password fields are empty afterwards. Then the second send stops at the missing password, and
 * the proof stays in its hidden field until the member has typed the passwords and sends the form.
 */
export function ProofField({ challenge }: { challenge: object | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  const [work, setWork] = useState<"running" | "done" | "failed">("running");
  useEffect(() => {
    if (!challenge) return;
    let isGone = false;
    setWork("running");
    const solve = async () => {
      const { solveProof } = await import("./proof");
      const proof = await solveProof(challenge);
      if (proof === null) throw new Error("the sum has no answer");
      if (isGone || !field.current) return;
      field.current.value = proof;
      setWork("done");
      field.current.form?.requestSubmit();
    };
    solve().catch(() => setWork("failed"));
    return () => {
      isGone = true;
    };
  }, [challenge]);
  if (!challenge) return null;
  return (
    <>
      <input ref={field} type="hidden" name={PROOF_FIELD} />
      {work === "failed" ? (
        <p className="text-ink-soft text-sm">Your browser could not do it. {LATER}</p>
      ) : null}
      {work === "running" ? (
        <p className="flex items-center gap-3 text-ink-soft text-sm noscript:hidden">
          <Spinner /> Your browser is solving a small puzzle, then sends the form again.
        </p>
      ) : null}
      <p className="hidden text-ink-soft text-sm noscript:block">
        This check needs scripts, and they are off: turn them on for this page. {LATER}
      </p>
    </>
  );
}
