import { Fragment } from "react";
import type { LanguageDto } from "~/core/shared/contract";

export function LanguageNames({ languages }: { languages: readonly LanguageDto[] }) {
  return languages.map(({ code, name }, i) => (
    <Fragment key={code}>
      {i === 0 ? null : ", "}
      <bdi lang={code}>{name}</bdi>
    </Fragment>
  ));
}
