"""A dataset of labelled images."""
from __future__ import annotations

import json
from typing import Any, Dict, Iterator, Literal, Optional, Tuple, Union, cast

from .calls import (
    AdmittedMonitorsCalls,
    DatasetCalls,
    EventsCalls,
    HooksCalls,
    JobsCalls,
    MembersCalls,
    SuggestionsCalls,
    TagsCalls,
    VersionsCalls,
)
from .images import Images
from .imports import Imports
from .jobs import WAIT, Progress, follow_job
from .records import AnnotationCrop, FeedEvent, Job
from .runs import Runs
from .transport import Resource, start_deadline

#: Labels by tag id or name; None leaves a tag out. The short form `name:label,name:label` works too.
Tagmap = Union[str, Dict[str, Optional[str]]]


class Jobs(JobsCalls):
    def wait(self, job: int, *, on_progress: Progress = None, deadline: Optional[float] = None) -> Job:
        """Waits until a job is over: its `state` says how it ended, `result` what it has made."""
        return cast(Job, follow_job(self._resource.at(job), on_progress, deadline))


class Events(EventsCalls):
    #: A page, and the place behind it.
    list = EventsCalls._list_events

    def wait(
        self, types: Optional[str] = None, *, after: str = "latest", deadline: Optional[float] = None
    ) -> Tuple[FeedEvent, Optional[str]]:
        """Waits for the next event of these types (of all without any), without a deadline however long that takes.

        Returns it, and `after` for the one that follows, so that none is lost; by default what happens from now on counts.
        """
        left = start_deadline(deadline)
        page = self.list(after=after, types=types, limit=1, deadline=left())
        while not page["events"]:
            page = self.list(after=page["next"], types=types, limit=1, wait=WAIT, deadline=left())
        return page["events"][0], page["next"]


class Dataset(DatasetCalls):
    def __init__(self, id: str, resource: Resource) -> None:
        super().__init__(resource)
        self.id = id
        #: Listing, review, trash and links of the images.
        self.images = Images(resource)
        self.tags = TagsCalls(resource.at("tag"))
        #: Immutable snapshots, and their exports for trainers.
        self.versions = VersionsCalls(resource.at("version"))
        #: Long work, which goes on by itself.
        self.jobs = Jobs(resource.at("job"))
        #: What has happened here in the last seven days.
        self.events = Events(resource.at("events"))
        #: Archives of images with labels, into this dataset.
        self.imports = Imports(resource.at("import"))
        #: What models say about the images, beside what people say.
        self.runs = Runs(resource.at("run"))
        #: Classes for images that nobody has labelled, and images that need a look.
        self.suggestions = SuggestionsCalls(resource)
        #: Addresses that are told what happens here.
        self.hooks = HooksCalls(resource.at("hook"))
        self.members = MembersCalls(resource.at("members"))
        #: The monitors whose cameras may write into it.
        self.monitors = AdmittedMonitorsCalls(resource.at("monitors"))

    def csv(
        self,
        *,
        test: Optional[float] = None,
        validation: Optional[float] = None,
        group: Optional[Literal["burst", "minute", "session", "image"]] = None,
        tagmap: Optional[Tagmap] = None,
        link: Optional[bool] = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Writes a training file next to the images: `name` of the dataset, `dataset`: the gs:// uri of the file.

        Not retried once it may have started, because each call writes a file.
        """
        labels = json.dumps(tagmap) if isinstance(tagmap, dict) else tagmap
        found: Dict[str, Any] = {
            **self._generate_csv(
                test=test, validation=validation, group=group, tagmap=labels, link=link, deadline=deadline
            )
        }
        training = found.pop("training")
        return {**training, **{name: value for name, value in found.items() if name != "error"}}

    def crops(
        self, tag: str, *, page_size: int = 50, after: Optional[str] = None, deadline: Optional[float] = None
    ) -> Iterator[AnnotationCrop]:
        """The crops of a tag's annotations, one image after the other. `after`: id of the image to continue after."""
        while True:
            page = self._crop_annotations(tag, limit=page_size, after=after, deadline=deadline)
            yield from page
            # The crops of one image are never split, so a page may be short. Only an empty page is the end.
            if not page:
                return
            after = page[-1]["imageId"]
