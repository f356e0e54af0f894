import { Alert } from '@mantine/core';

/** Text of a refusal, announced when it appears; nothing for null. */
export function Failure({ words }: { readonly words: string | null }) {
  if (words === null) return null;
  return (
    <Alert color="red" variant="light" role="alert" style={{ whiteSpace: 'pre-line', padding: '10px 12px' }}>
      {words}
    </Alert>
  );
}
