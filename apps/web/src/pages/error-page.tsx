import { Breadcrumb, ErrorState, usePageTitle } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

/** Codes that refuse a whole page. */
export const PAGE_ERRORS = ['access_not_authorized', 'unauthorized_ip', 'account_suspended'] as const;
export type PageError = (typeof PAGE_ERRORS)[number];

/** Replaces a forbidden page: the reason, and a link home where possible. */
export function ErrorPage({ code }: { readonly code: PageError }) {
  const { t } = useTranslation('web');
  // The home page cannot link to itself.
  const hasHome = useLocation().pathname !== '/';
  const title = t(`page_error.${code}.title`);
  usePageTitle(title);
  return (
    <>
      <Breadcrumb crumbs={[{ label: title }]} />
      <ErrorState
        wholePage
        title={title}
        text={t(`page_error.${code}.text`)}
        code={code}
        {...(code === 'access_not_authorized' &&
          hasHome && {
            action: (
              <Button component={Link} to="/">
                {t('page_error.home')}
              </Button>
            ),
          })}
      />
    </>
  );
}
