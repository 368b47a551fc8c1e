"""Puts the libraries that knap links with and loads into a wheel: bundle.py WHEEL FOLDER

They keep their names, because knap loads some by name; they go to knap.libs, where the extension and the program find them. Their
licences go to knap.libs/licenses. What every Linux system has (the C and C++ libraries) is left out. Needs patchelf and a Debian system.
auditwheel then checks the symbols, names the platform and writes the list of files."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+|nss_[a-z]+|anl|BrokenLocale))\.so")


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def find(name, known):
    if name not in known:
        for line in run("/sbin/ldconfig", "-p").splitlines():
            match = re.match(r"\s*(\S+) \(libc6,x86-64|\s*(\S+) \(libc6", line)
            if match:
                known.setdefault(match[1] or match[2], line.rsplit(" => ", 1)[1])
    return known.get(name)


def needed(path):
    return set(re.findall(r"NEEDED +(\S+)", run("objdump", "-p", path)))


def loaded(path):
    """Names of libraries in the data of a program: what it gives to dlopen."""
    return set(re.findall(r"lib[\w.+-]+\.so\.\d+\w*", path.read_bytes().decode("latin-1")))


def closure(programs):
    """The libraries that the programs need, by name, and where they are."""
    known, made = {}, {}
    waiting = set().union(*(needed(path) | loaded(path) for path in programs))
    while waiting:
        name = waiting.pop()
        if name in made or SYSTEM.match(name):
            continue
        path = find(name, known)
        if path is None:
            print(f"bundle: {name} was not found and is left out", file=sys.stderr)
            continue
        made[name] = pathlib.Path(path).resolve()
        waiting |= needed(made[name])
    return made


def add_licence(path, folder):
    """The copyright file of the Debian package of a library."""
    for place in (path, pathlib.Path("/usr", *path.parts[1:]), pathlib.Path("/", *path.parts[2:])):
        found = subprocess.run(["dpkg", "-S", str(place)], capture_output=True, text=True).stdout
        if found:
            package = found.split(":", 1)[0]
            shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{package}.txt")
            return
    sys.exit(f"bundle: {path} belongs to no Debian package, so that its licence is not known")


def main():
    wheel, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(root)
        programs = {root / "knap" / "_knap.abi3.so": "$ORIGIN/../knap.libs", root / "knap" / "bin" / "knap": "$ORIGIN/../../knap.libs"}
        libraries = closure(programs)
        folder = root / "knap.libs"
        (folder / "licenses").mkdir(parents=True)
        for library, path in libraries.items():
            shutil.copy(path, folder / library)
            (folder / library).chmod(0o755)
            run("patchelf", "--set-rpath", "$ORIGIN", folder / library)
            add_licence(path, folder / "licenses")
        for program, place in programs.items():
            program.chmod(0o755)
            run("patchelf", "--set-rpath", place, program)
            run("strip", "--strip-unneeded", program)
        with zipfile.ZipFile(out / wheel.name, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(root.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(root))
    print(f"{out / wheel.name}: {len(libraries)} libraries")


if __name__ == "__main__":
    main()
