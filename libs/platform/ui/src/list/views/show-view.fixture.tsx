import { createI18n } from '@cotejo/i18n';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { UiProvider } from '../../provider/ui-provider.tsx';
import { uiTranslations } from '../../translations.ts';

/** Renders a view with its providers; `change` renders it again. */
export const showView = (view: ReactNode) => {
  const wrap = (content: ReactNode) => (
    <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
      {content}
    </UiProvider>
  );
  const { rerender, container } = render(wrap(view));
  return { container, change: (next: ReactNode) => rerender(wrap(next)) };
};
