// The drawings of the icons that the screens name, as the kit collects them when it is built.
import { init } from 'virtual:nuxt-ui-icons';

/** What is inside of each one's `svg`, 24 units wide and high, by names such as i-lucide-scale. */
export const ICON_DRAWINGS = new Map<string, string>();
init((name, { body }) => ICON_DRAWINGS.set(`i-${name.replace(':', '-')}`, body));
