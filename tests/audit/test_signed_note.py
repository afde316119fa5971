"""Signed notes: our own and those of other tools are verified, and nothing else is."""

import pytest

from service.audit.signed_note import (
    BadKey,
    NotSigned,
    decode,
    make_signer,
    open_note,
    read_signer,
    read_verifier,
    text_of,
)
from service.audit.signing_key import load_or_make

# The key and the note that the tests of Go's note package use.
NEUMANN = read_verifier("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
SIGNER = make_signer("referee", bytes(range(32)))
OTHER = make_signer("referee", bytes(32))


def test_a_note_of_another_tool_is_verified():
    assert open_note(NOTE, [NEUMANN]) == NOTE.partition("\n\n")[0] + "\n"
    with pytest.raises(NotSigned, match="is false"):
        open_note(NOTE.replace("answer", "question"), [NEUMANN])


def test_what_we_sign_is_verified_by_its_key_and_no_other():
    note = SIGNER.sign("one\ntwo\n")
    assert note.startswith("one\ntwo\n\n— referee ")
    assert open_note(note, [OTHER.verifier, SIGNER.verifier]) == text_of(note) == "one\ntwo\n"
    with pytest.raises(NotSigned, match="no trusted key"):
        open_note(note, [OTHER.verifier])
    with pytest.raises(NotSigned, match="no trusted key"):
        open_note(note, [])


def test_signatures_of_strangers_do_no_harm_and_false_ones_do():
    note = SIGNER.sign("text\n")
    signature = note.splitlines()[-1]
    both = note + OTHER.sign("text\n").splitlines()[-1] + "\n"
    assert open_note(both, [SIGNER.verifier]) == "text\n"
    with pytest.raises(NotSigned, match="false"):
        open_note(SIGNER.sign("other\n").rpartition("\n\n")[0] + f"\n\n{signature}\n", [SIGNER.verifier])


@pytest.mark.parametrize(
    "note",
    [
        "",
        "text\n",
        "text\n\n",
        "text\n\nreferee AAAA\n",
        "text\n\n— referee AAAA\n",
        "text\n\n— referee !\n",
        "text\n\n— referee\n",
    ],
)
def test_what_is_no_note_is_refused(note: str):
    with pytest.raises(NotSigned):
        open_note(note, [SIGNER.verifier])


def test_keys_are_read_as_they_are_written():
    assert read_signer(SIGNER.text) == SIGNER
    assert read_verifier(str(SIGNER.verifier)) == SIGNER.verifier


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+00000000+AAAA",
        "name+00000000+!",
        str(NEUMANN).replace("c74f20a3", "c74f20a4"),
        str(NEUMANN).replace("Peter", "Paul"),
        "+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ],
)
def test_what_is_no_key_is_refused(text: str):
    with pytest.raises(BadKey):
        read_verifier(text)
    with pytest.raises(BadKey):
        read_signer(text)
    with pytest.raises(BadKey):
        read_signer(f"PRIVATE+KEY+{text}")


def test_bytes_are_written_in_one_way():
    assert decode("QQ==") == b"A"
    for text in ("QR==", "QQ==\n", " QQ==", "QQ", "Q!"):
        with pytest.raises(ValueError):  # noqa: PT011 - what the library says besides does not matter
            decode(text)


@pytest.mark.parametrize("name", ["", "two words", "one+one", "line\n"])
def test_a_name_that_notes_cannot_carry_is_refused(name: str):
    with pytest.raises(BadKey):
        make_signer(name, bytes(32))


def test_a_key_is_made_once_and_is_for_its_owner_alone(tmp_path):
    file = tmp_path / "games.db.key"
    signer = load_or_make(file)
    assert load_or_make(file) == signer
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    file.write_text("no key")
    with pytest.raises(BadKey):
        load_or_make(file)
