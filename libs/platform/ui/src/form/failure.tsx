import { Alert } from '@mantine/core';

/** The words of a refusal, told as they appear; nothing while there are none. */
export function Failure({ words }: { readonly words: string | null }) {
  if (words === null) return null;
  return (
    <Alert color="red" variant="light" role="alert" style={{ whiteSpace: 'pre-line', padding: '10px 12px' }}>
      {words}
    </Alert>
  );
}
