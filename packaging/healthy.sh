#!/bin/bash
# Asks a server of knap on this machine whether it is healthy: healthy.sh PORT. The image has no curl.
exec 3<>"/dev/tcp/127.0.0.1/${1:-8765}" || exit 1
printf 'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
read -r answer <&3
case $answer in "HTTP/1."*" 200 "*) exit 0 ;; esac
exit 1
