import { useEffect, useRef } from "react";
import { Spinner } from "~/app/components/spinner";

/** The form's field that carries a proof of work. */
const PROOF_FIELD = "proof";

/**
 * Where the server asks for a proof of work: the browser makes it, and sends the form again with it. What makes it is
 * loaded then, and never for anybody else.
 */
export function ProofField({ challenge }: { challenge: object | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!challenge) return;
    let isGone = false;
    const solve = async () => {
      const { solveProof } = await import("./proof");
      const proof = await solveProof(challenge);
      if (isGone || proof === null || !field.current) return;
      field.current.value = proof;
      field.current.form?.requestSubmit();
      field.current.value = "";
    };
    solve().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [challenge]);
  if (!challenge) return null;
  return (
    <>
      <input ref={field} type="hidden" name={PROOF_FIELD} />
      <p className="flex items-center gap-3 text-ink-soft text-sm">
        <Spinner /> Your browser does a small sum, and sends the form again.
      </p>
    </>
  );
}
