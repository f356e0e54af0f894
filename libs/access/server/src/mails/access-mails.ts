import { mailTemplates } from '@cotejo/mail';
import consultantAdmitted from './consultant-admitted.json' with { type: 'json' };
import emailChanged from './email-changed.json' with { type: 'json' };
import invitation from './invitation.json' with { type: 'json' };
import invitationElsewhere from './invitation-elsewhere.json' with { type: 'json' };
import passwordChanged from './password-changed.json' with { type: 'json' };
import passwordReset from './password-reset.json' with { type: 'json' };
import recoveryCodeUsed from './recovery-code-used.json' with { type: 'json' };
import resetElsewhere from './reset-elsewhere.json' with { type: 'json' };
import resetForced from './reset-forced.json' with { type: 'json' };
import secondFactorOff from './second-factor-off.json' with { type: 'json' };
import secondFactorOn from './second-factor-on.json' with { type: 'json' };
import signInCode from './sign-in-code.json' with { type: 'json' };

/** What people are written about their access; each a file with its words in both languages. */
export const accessMails = mailTemplates({
  consultant_admitted: { words: consultantAdmitted, values: ['consultant', 'day', 'email'] },
  email_changed: { words: emailChanged, values: ['email'] },
  invitation: { words: invitation, values: ['days', 'link'] },
  invitation_elsewhere: { words: invitationElsewhere, values: ['link', 'method'] },
  password_changed: { words: passwordChanged },
  password_reset: { words: passwordReset, values: ['link', 'minutes'] },
  recovery_code_used: { words: recoveryCodeUsed, values: ['left'] },
  reset_elsewhere: { words: resetElsewhere, values: ['method'] },
  reset_forced: { words: resetForced, values: ['link', 'minutes'] },
  second_factor_off: { words: secondFactorOff },
  second_factor_on: { words: secondFactorOn },
  sign_in_code: { words: signInCode, values: ['code', 'minutes'] },
});
