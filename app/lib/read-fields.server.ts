/**
 * The form that an action was sent, of the fields it knows and no other: parsers build structures from
 * names, so a name that is not the form's own reaches none of them. That each name comes once, the Worker
 * has checked (`worker/http/page-request.ts`).
 * @throws a Response of status 400 for a form with another field
 */
export async function readFields(request: Request, names: readonly string[]): Promise<FormData> {
  const form = await request.formData();
  const known = new Set(names);
  for (const name of form.keys()) {
    if (!known.has(name)) throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
  return form;
}
