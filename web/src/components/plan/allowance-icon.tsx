import Globe from 'lucide-react/icons/globe';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import Plus from 'lucide-react/icons/plus';
import Share2 from 'lucide-react/icons/share-2';

const icons: [RegExp, typeof Phone][] = [
  [/_min$/, Phone],
  [/social/, Share2],
  [/data/, Globe],
  [/sms/, MessageCircle],
];

/** The icon of an allowance type; a plain mark for types without an icon. */
export function AllowanceIcon({ type, size = 18 }: { type: string; size?: number }) {
  const Icon = icons.find(([pattern]) => pattern.test(type))?.[1] ?? Plus;
  return <Icon size={size} aria-hidden />;
}
