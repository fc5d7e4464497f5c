export function EmailAddress({ address }: { address: string }) {
  const joint = address.search(/[@.]./) + 1;
  if (joint === 0) return <>{address}</>;
  return (
    <>
      {address.slice(0, joint)}
      <wbr />
      <EmailAddress address={address.slice(joint)} />
    </>
  );
}
