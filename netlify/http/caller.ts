import ipaddr from 'ipaddr.js';

/**
 * Whom an address counts as for the limits: an IPv4 address as it is, in whichever IPv6 form it is
 * written; an IPv6 one by its /64, since every home and phone has 2^64 of them to change through.
 */
export function callerOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const [withoutZone] = address.toString().split('%');
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/64`)}/64`;
}
