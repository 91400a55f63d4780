import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { expect, test } from '../support/site.ts';
import { openStatus, SCREENS } from '../support/views.ts';

test('a position of one to nine digits fills its card', async ({ me, page }) => {
  await openStatus(me, { position: 88 });
  const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const positions = lengths.map((digits) => formatNumber(Number('8'.repeat(digits))));
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const shown = await page.locator('.position strong').evaluate((element, positions) => {
      const card = element.closest('.card') as HTMLElement;
      const range = document.createRange();
      return positions.map((position) => {
        element.dataset.length = `${position.length}`;
        element.lastChild?.replaceWith(position);
        // The longest copy has no room for a sign.
        (element.firstElementChild as HTMLElement).textContent = '#';
        range.selectNodeContents(element);
        const filled = range.getBoundingClientRect().width / card.clientWidth;
        return { position, filled, size: Number.parseFloat(getComputedStyle(element).fontSize) };
      });
    }, positions);
    const highest = shown[1]?.size ?? 0;
    for (const { position, filled, size } of shown) {
      const screen = `${position} at ${width}`;
      expect(size, screen).toBeLessThanOrEqual(highest);
      expect(filled, screen).toBeLessThan(0.94);
      if (size < highest) expect(filled, screen).toBeGreaterThan(0.84);
    }
  }
});

test('a QR code opens and closes without a jump', async ({ me, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openStatus(me, { position: 42 });
  const moves = page.evaluateHandle(() => {
    const properties: string[] = [];
    addEventListener('transitionrun', ({ propertyName }) => properties.push(propertyName));
    return properties;
  });
  for (const key of [me.showCode, me.hideCode]) {
    await key.tap();
    const moved = async () => (await moves).evaluate((properties) => properties.splice(0));
    await expect.poll(moved).toContain('grid-template-rows');
  }
});
