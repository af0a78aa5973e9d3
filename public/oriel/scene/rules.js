import { strings } from '../../phrases-scenes.js';

const MAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const URL_ = /^https?:\/\/[^\s]+$/i;

const isNumber = type => /^(integer|number)$/.test(type);

/* Returns a limit in the terms of what is typed: a number, or the text of a day. */
function limitOf(limit, type) {
  if (limit === undefined || isNumber(type)) return limit;
  if (limit !== 'today') return `${limit}`;
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 6e4).toISOString().slice(0, 10);
}

function lengthFault({ minLength, maxLength }, { length }) {
  if (length < minLength) return strings.longerThan(minLength);
  if (length > maxLength) return strings.shorterThan(maxLength);
}

function rangeFault({ type, min, max }, typed) {
  const value = isNumber(type) ? +typed : typed;
  if (Number.isNaN(value)) return strings.noNumber;
  const least = limitOf(min, type);
  const most = limitOf(max, type);
  if (least !== undefined && value < least) return strings.atLeast(least);
  if (most !== undefined && value > most) return strings.atMost(most);
}

function shapeFault({ match, format }, typed) {
  if (format === 'mail' && !MAIL.test(typed)) return strings.noMail;
  if (format === 'url' && !URL_.test(typed)) return strings.noURL;
  try {
    const isUnlike = match !== undefined && !new RegExp(`^(?:${match})$`, 'u').test(typed);
    return isUnlike ? strings.noRule : undefined;
  } catch {}  // of another dialect, which the server reads
}

/**
 * Returns why a typed text breaks a rule of its argument: the argument's own message, or that of
 * the rule. Returns `undefined` for a text that the server may take.
 */
export function fault(argument, typed) {
  const { required, message, list } = argument;
  if (!typed) return required ? strings.needed : undefined;
  if (list) return;
  const found = lengthFault(argument, typed) ?? rangeFault(argument, typed)
    ?? shapeFault(argument, typed);
  return found && (message ?? found);
}
