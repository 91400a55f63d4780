import ipaddr from 'ipaddr.js';

/**
 * What the limits count for an address: an IPv4 address itself, also where it is written as
 * IPv6; of an IPv6 address its /64, since every home and phone may use all 2^64 addresses of one.
 */
export function rateLimitKeyOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const [withoutZone] = address.toString().split('%');
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`)}/64`;
}
