#!/bin/sh
# An update removes the old package after it installed the new one: the link stays as long as it leads somewhere. What the
# station keeps lies in each user's own folder and is never touched.
set -e
if [ -L /usr/bin/waybill ] && [ ! -e /usr/bin/waybill ]; then rm -f /usr/bin/waybill; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
